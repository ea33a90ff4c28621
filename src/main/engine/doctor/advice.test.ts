import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import type { ExaminationPhase } from '#contract/servers/doctor'
import { adviceFor, type Case } from '#engine/doctor/advice'

const well: Case = {
  container: null,
  command: 'npx',
  pathOrigin: "the engine's environment",
  failure: null,
  shellFinds: null,
  exit: null,
  stderr: [],
  stray: [],
  isRunning: false,
  runningPid: null,
  quarantined: 0,
}
const failed = (phase: ExaminationPhase, more: Partial<Case> = {}): Case => ({
  ...well,
  failure: { phase, error: new AppError('HANDSHAKE_FAILED', 'it failed') },
  ...more,
})
const ended = (code: number | null, signal: string | null = null) => ({ exit: { code, signal } })

test('a healthy server gets no advice', () => {
  expect(adviceFor(well)).toEqual([])
})

describe.each<[string, Case, string]>([
  ['found only by the shell', failed('command', { shellFinds: '/opt/npx' }), 'finds it at /opt/npx'],
  ['not found', failed('command'), 'nodejs.org'],
  ['given by a wrong path', failed('command', { command: '/opt/x' }), 'Correct the path /opt/x'],
  ['silent', failed('handshake'), 'does not speak MCP'],
  ['still being downloaded when its time is over', failed('fetch'), 'not downloaded in time'],
  ['exiting at once', failed('handshake', ended(0)), 'argument such as stdio'],
  ['missing a program of its own', failed('handshake', ended(127)), 'not on its PATH'],
  ['killed by the system', failed('handshake', ended(null, 'SIGKILL')), 'memory'],
  ['crashing', failed('handshake', ended(null, 'SIGSEGV')), 'SIGSEGV'],
  ['exiting without output', failed('handshake', ended(3)), 'in a terminal'],
  ['explained by its output', failed('handshake', { ...ended(1), stderr: ['sh: tsx: not found'] }), 'tsx'],
  [
    'ended because of a flood',
    {
      ...failed('handshake', { ...ended(1), stderr: ['sh: tsx: not found'] }),
      failure: {
        phase: 'handshake',
        error: new AppError('SERVER_LOST', 'it floods', { known: { code: 'server-floods', about: {} } }),
      },
    },
    'without reading the answers',
  ],
  ['noisy but healthy', { ...well, stray: ['hello'] }, 'other clients fail on it'],
  ['with bad tools', { ...well, quarantined: 2 }, '2 tools are hidden'],
])('a server that is %s', (_title, one, advice) => {
  test('gets advice', () => {
    expect(adviceFor(one)[0]?.text).toContain(advice)
  })
})

test('a second copy of a running server may have failed only because the first one is running', () => {
  const advice = adviceFor(failed('handshake', { ...ended(1), isRunning: true, runningPid: 42 }))
  expect(advice.at(-1)?.text).toContain('process 42')
  expect(adviceFor(failed('command', { isRunning: true })).map(({ code }) => code)).not.toContain('another-copy-runs')
})

test('output on stdout is reported beside the cause, since it may be one', () => {
  const advice = adviceFor(failed('handshake', { ...ended(1), stray: ['hello'] }))
  expect(advice.at(-1)?.text).toContain('"hello" (which breaks the protocol)')
})

test('a remote server gets no advice about processes', () => {
  expect(adviceFor(failed('handshake', { command: null }))).toEqual([])
})
