import { expect, test } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { aboutBytes, aboutPercent, conditionOf, sizeWords } from '#contract/hosting/hostedWords'

const conditions: [Partial<HostedServer>, string][] = [
  [{ state: 'creating', status: 'stopped' }, 'starting'],
  [{ state: 'ready', status: 'running' }, 'running'],
  [{ state: 'ready', status: 'running', busy: true }, 'busy'],
  [{ state: 'ready', status: 'unresponsive', busy: true }, 'unresponsive'],
  [{ state: 'ready', status: 'stopped' }, 'stopped'],
  [{ state: 'ready', status: 'restarting' }, 'starting'],
  [{ state: 'error', status: 'restarting', next_restart_at: '2026-01-01T00:00:00Z' }, 'waiting'],
  [{ state: 'error', status: 'stopped' }, 'failed'],
]

test.each(conditions)('[R27] %j is %s', (fields, condition) => {
  expect(conditionOf({ busy: false, next_restart_at: null, ...fields } as HostedServer)).toBe(condition)
})

test('amounts are written in readable units', () => {
  expect([0, 999, 1_000, 2 ** 20, 34.5 * 2 ** 20, 1_000 * 2 ** 20, 1.5 * 2 ** 40].map(aboutBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1 KB',
    '1 MB',
    '35 MB',
    '1 GB',
    '1.5 TB',
  ])
  expect([0, 0.04, 3.25, 49.6, 150].map(aboutPercent)).toEqual(['0 %', '0 %', '3.3 %', '50 %', '150 %'])
  expect([sizeWords('512M'), sizeWords('1.5G'), sizeWords('1000')]).toEqual(['512 MB', '1.5 GB', '1000'])
})
