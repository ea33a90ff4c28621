import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import type { ExaminationPhase } from '#contract/servers/doctor'
import { adviceFor, type Case } from '#engine/doctor/advice'

const well: Case = {
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

test('what is well needs no advice', () => {
  expect(adviceFor(well)).toEqual([])
})

describe.each<[string, Case, string]>([
  ['found by the shell alone', failed('command', { shellFinds: '/opt/npx' }), 'finds it at /opt/npx'],
  ['found nowhere', failed('command'), 'nodejs.org'],
  ['a path that is wrong', failed('command', { command: '/opt/x' }), 'Correct the path /opt/x'],
  ['silent', failed('handshake'), 'does not speak MCP'],
  ['fetched for too long', failed('fetch'), 'could not be fetched in time'],
  ['done at once', failed('handshake', ended(0)), 'argument such as stdio'],
  ['without a program of its own', failed('handshake', ended(127)), 'not on its PATH'],
  ['ended by the system', failed('handshake', ended(null, 'SIGKILL')), 'memory'],
  ['broken inside', failed('handshake', ended(null, 'SIGSEGV')), 'SIGSEGV'],
  ['ended without a word', failed('handshake', ended(3)), 'in a terminal'],
  ['asked by the output', failed('handshake', { ...ended(1), stderr: ['sh: tsx: not found'] }), 'tsx'],
  [
    'refused for what it sent',
    {
      ...failed('handshake', { ...ended(1), stderr: ['sh: tsx: not found'] }),
      failure: {
        phase: 'handshake',
        error: new AppError('SERVER_LOST', 'it floods', { known: { code: 'server-floods', about: {} } }),
      },
    },
    'did not read the answers',
  ],
  ['noisy and well', { ...well, stray: ['hello'] }, 'other clients break on it'],
  ['with bad tools', { ...well, quarantined: 2 }, '2 tools are kept'],
])('a server that is %s', (_title, one, advice) => {
  test('is told what to do', () => {
    expect(adviceFor(one)[0]?.text).toContain(advice)
  })
})

test('a copy of a server that runs may have failed for that reason alone', () => {
  const advice = adviceFor(failed('handshake', { ...ended(1), isRunning: true, runningPid: 42 }))
  expect(advice.at(-1)?.text).toContain('process 42')
  expect(adviceFor(failed('command', { isRunning: true })).map(({ code }) => code)).not.toContain('another-copy-runs')
})

test('what is on stdout is told beside the reason, since it may be one', () => {
  const advice = adviceFor(failed('handshake', { ...ended(1), stray: ['hello'] }))
  expect(advice.at(-1)?.text).toContain('"hello" (which breaks the protocol)')
})

test('a remote server is not told about processes', () => {
  expect(adviceFor(failed('handshake', { command: null }))).toEqual([])
})
