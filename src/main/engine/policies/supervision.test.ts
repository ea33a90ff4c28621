import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes } from '#contract/errors'
import { restartPolicy } from '#contract/servers/server'
import { judgeEnd, noFailures, type FailureCounters, type LaunchEnd, type Verdict } from '#engine/policies/supervision'

const middle = 0.5
const failedConnect: LaunchEnd = { kind: 'failedConnect', code: 'HANDSHAKE_FAILED', wasReady: false }
const crash = (readyMs: number): LaunchEnd => ({ kind: 'ended', readyMs, clean: false })

describe('judgeEnd', () => {
  const cases: [string, FailureCounters, LaunchEnd, 'on-failure' | 'always' | 'never', Verdict][] = [
    [
      'a first failed connect waits the base',
      noFailures,
      failedConnect,
      'on-failure',
      { kind: 'retry', delayMs: 1000, attempt: 1 },
    ],
    [
      'a second one waits twice as long',
      { failedConnects: 1, crashes: 0 },
      failedConnect,
      'on-failure',
      { kind: 'retry', delayMs: 2000, attempt: 2 },
    ],
    [
      '[R9] the third in a row opens the breaker for its whole cool-down',
      { failedConnects: 2, crashes: 0 },
      failedConnect,
      'on-failure',
      { kind: 'retry', delayMs: 60_000, attempt: 3 },
    ],
    [
      '[R9] a failed trial opens it again',
      { failedConnects: 3, crashes: 0 },
      failedConnect,
      'on-failure',
      { kind: 'retry', delayMs: 60_000, attempt: 4 },
    ],
    [
      'a command that was never there is not tried again',
      noFailures,
      { kind: 'failedConnect', code: 'COMMAND_FAILED', wasReady: false },
      'always',
      { kind: 'giveUp' },
    ],
    ['never means never', noFailures, failedConnect, 'never', { kind: 'giveUp' }],
    ['a crash comes back soon', noFailures, crash(5_000), 'on-failure', { kind: 'retry', delayMs: 500, attempt: 1 }],
    [
      'a crash loop slows down',
      { failedConnects: 0, crashes: 4 },
      crash(5_000),
      'on-failure',
      { kind: 'retry', delayMs: 8_000, attempt: 5 },
    ],
    [
      'it never waits longer than the most',
      { failedConnects: 0, crashes: 40 },
      crash(5_000),
      'on-failure',
      { kind: 'retry', delayMs: 60_000, attempt: 41 },
    ],
    [
      'ten stable minutes clear the counters',
      { failedConnects: 0, crashes: 9 },
      crash(600_000),
      'on-failure',
      { kind: 'retry', delayMs: 500, attempt: 1 },
    ],
    ['a clean exit rests', noFailures, { kind: 'ended', readyMs: 10, clean: true }, 'on-failure', { kind: 'rest' }],
    [
      'a clean exit restarts under always',
      noFailures,
      { kind: 'ended', readyMs: 10, clean: true },
      'always',
      { kind: 'retry', delayMs: 500, attempt: 1 },
    ],
    ['a crash under never gives up', noFailures, crash(1), 'never', { kind: 'giveUp' }],
  ]
  it.each(cases)('%s', (_title, before, end, policy, verdict) => {
    expect(judgeEnd(before, end, policy, middle).verdict).toEqual(verdict)
  })

  it('a server that became ready has no failed connects left, or the breaker would open on an old score', () => {
    expect(judgeEnd({ failedConnects: 2, crashes: 0 }, crash(1), 'on-failure', middle).counters).toEqual({
      failedConnects: 0,
      crashes: 1,
    })
  })

  it('jitter spreads restarts over three to five quarters of the delay', () => {
    expect(judgeEnd(noFailures, crash(1), 'on-failure', 0).verdict).toMatchObject({ delayMs: 375 })
    expect(judgeEnd(noFailures, crash(1), 'on-failure', 0.999).verdict).toMatchObject({ delayMs: 625 })
  })
})

describe('[R9] what is given up, of every kind of failure', () => {
  /** Never cured by time; or not believed to be, of a server that never was ready. */
  const given: Readonly<Record<string, readonly ErrorCode[]>> = {
    'never ready': [
      'COMMAND_FAILED',
      'IMAGE_NOT_FOUND',
      'LIMIT_NOT_ENFORCEABLE',
      'PORT_TAKEN',
      'SIGN_IN_REQUIRED',
      'VAULT_UNAVAILABLE',
      'SECRET_MISSING',
    ],
    'ready before': ['LIMIT_NOT_ENFORCEABLE', 'SECRET_MISSING'],
  }
  const cases = Object.keys(errorCodes).flatMap((code) =>
    Object.keys(given).flatMap((past) =>
      restartPolicy.options.map((policy) => [code as ErrorCode, past, policy] as const),
    ),
  )
  it.each(cases)('%s, %s, restart %s', (code, past, policy) => {
    const end: LaunchEnd = { kind: 'failedConnect', code, wasReady: past === 'ready before' }
    const isGivenUp = policy === 'never' || given[past]?.includes(code)
    expect(judgeEnd(noFailures, end, policy, middle).verdict.kind).toBe(isGivenUp ? 'giveUp' : 'retry')
  })
})
