import { expect, test } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { exitWords, hostedStatus } from '#renderer/features/hosting/hostedStatus.ts'

const now = Date.parse('2026-03-01T10:00:00Z')
const mebibyte = 2 ** 20
const running = { state: 'ready', status: 'running', busy: false, uptime_seconds: 90, next_restart_at: null }

function statusOf(fields: object, pull: { doneBytes: number; totalBytes: number | null } | null = null): string {
  const { word, detail } = hostedStatus(
    { ...running, ...fields } as HostedServer,
    now,
    pull && { image: 'notes:1', ...pull },
  )
  return detail === null ? word : `${word} ${detail}`
}

test('[R27] the status says for how long, or until when', () => {
  expect(statusOf({})).toBe('Running for 1 min 30 s')
  expect(statusOf({ busy: true })).toBe('Busy for 1 min 30 s')
  expect(statusOf({ status: 'unresponsive' })).toBe('Unresponsive for 1 min 30 s')
  expect(statusOf({ state: 'error', status: 'restarting', next_restart_at: '2026-03-01T10:01:50Z' })).toBe(
    'Crashed restarting in 1 min 50 s',
  )
  expect(statusOf({ state: 'error', status: 'restarting', next_restart_at: '2026-03-01T09:59:59Z' })).toBe(
    'Crashed restarting now',
  )
  expect(statusOf({ status: 'stopped', uptime_seconds: 0 })).toBe('Stopped')
  expect(statusOf({ state: 'error', status: 'stopped', uptime_seconds: 0 })).toBe('Failed')
})

test('while a server is starting, the status shows the pull of its image; a running server never shows an old pull', () => {
  const starting = { state: 'creating', status: 'stopped', uptime_seconds: 0 }
  const pull = { doneBytes: 30 * mebibyte, totalBytes: 120 * mebibyte }
  expect(statusOf(starting)).toBe('Starting')
  expect(statusOf(starting, pull)).toBe('Starting fetching the image, 30 MB of 120 MB')
  expect(statusOf(starting, { ...pull, totalBytes: null })).toBe('Starting fetching the image, 30 MB so far')
  expect(statusOf({}, pull)).toBe('Running for 1 min 30 s')
})

test('an exit code with a meaning is explained', () => {
  expect(exitWords(137)).toContain('memory')
  expect(exitWords(0)).toContain('without an error')
  expect(exitWords(3)).toContain('of its own')
  expect(exitWords(null)).toContain('did not say')
})
