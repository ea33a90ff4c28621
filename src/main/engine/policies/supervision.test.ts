import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes } from '#contract/errors'
import { restartPolicy } from '#contract/servers/server'
import {
  hostedSupervisionRules,
  isInCrashLoop,
  judgeEnd,
  noFailures,
  type FailureCounters,
  type LaunchEnd,
  type Verdict,
} from '#engine/policies/supervision'

const middle = 0.5
const failedConnect: LaunchEnd = { kind: 'failedConnect', at: 0, code: 'HANDSHAKE_FAILED', wasReady: false }
const crash = (readyMs: number): LaunchEnd => ({ kind: 'ended', at: 0, readyMs, clean: false })

describe('judgeEnd', () => {
  const cases: [string, FailureCounters, LaunchEnd, 'on-failure' | 'always' | 'never', Verdict][] = [
    [
      'after a first failed connect the base delay passes',
      noFailures,
      failedConnect,
      'on-failure',
      { kind: 'retry', delayMs: 1000, attempt: 1 },
    ],
    [
      'after a second one twice that',
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
      'a command that never existed is not tried again',
      noFailures,
      { kind: 'failedConnect', at: 0, code: 'COMMAND_FAILED', wasReady: false },
      'always',
      { kind: 'giveUp' },
    ],
    [
      'one that a person must sign in to is not tried again, even if it was ready before',
      noFailures,
      { kind: 'failedConnect', at: 0, code: 'SIGN_IN_REQUIRED', wasReady: true, needsPerson: true },
      'always',
      { kind: 'giveUp' },
    ],
    ['a failed connect under "never" is not tried again', noFailures, failedConnect, 'never', { kind: 'giveUp' }],
    [
      'a crashed server is restarted soon',
      noFailures,
      crash(5_000),
      'on-failure',
      { kind: 'retry', delayMs: 500, attempt: 1 },
    ],
    [
      'a crash loop slows down',
      { failedConnects: 0, crashes: 4 },
      crash(5_000),
      'on-failure',
      { kind: 'retry', delayMs: 8_000, attempt: 5 },
    ],
    [
      'the delay never exceeds the maximum',
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
    [
      'after a clean exit it rests',
      noFailures,
      { kind: 'ended', at: 0, readyMs: 10, clean: true },
      'on-failure',
      { kind: 'rest' },
    ],
    [
      'after a clean exit it restarts under "always"',
      noFailures,
      { kind: 'ended', at: 0, readyMs: 10, clean: true },
      'always',
      { kind: 'retry', delayMs: 500, attempt: 1 },
    ],
    ['a crash under "never" gives up', noFailures, crash(1), 'never', { kind: 'giveUp' }],
  ]
  it.each(cases)('%s', (_title, before, end, policy, verdict) => {
    expect(judgeEnd(before, end, policy, middle).verdict).toEqual(verdict)
  })

  it('a server that became ready has no failed connects left: otherwise old failures would open the breaker', () => {
    expect(judgeEnd({ failedConnects: 2, crashes: 0 }, crash(1), 'on-failure', middle).counters).toEqual({
      failedConnects: 0,
      crashes: 1,
    })
  })

  it('jitter spreads restarts over 75 to 125 % of the delay', () => {
    expect(judgeEnd(noFailures, crash(1), 'on-failure', 0).verdict).toMatchObject({ delayMs: 375 })
    expect(judgeEnd(noFailures, crash(1), 'on-failure', 0.999).verdict).toMatchObject({ delayMs: 625 })
  })
})

describe('[R9] failures after which the server is not retried', () => {
  /** The failures that time cannot cure. For a server that was never ready, also those that are unlikely to pass. */
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
    const end: LaunchEnd = { kind: 'failedConnect', at: 0, code, wasReady: past === 'ready before' }
    const isGivenUp = policy === 'never' || given[past]?.includes(code)
    expect(judgeEnd(noFailures, end, policy, middle).verdict.kind).toBe(isGivenUp ? 'giveUp' : 'retry')
  })
})

describe('[R26] a server in a container', () => {
  const second = 1_000
  /** An exit of the server. `at`: in seconds. `stable`: ten minutes have passed without an exit. */
  interface End {
    readonly at: number
    readonly kind?: 'crash' | 'clean' | 'neverReady' | 'stable' | 'noRuntime' | 'elsewhere' | 'noImage'
  }
  const endOf = ({ at, kind = 'crash' }: End): LaunchEnd => {
    const connect = (code: ErrorCode): LaunchEnd => ({ kind: 'failedConnect', at: at * second, code, wasReady: false })
    switch (kind) {
      case 'neverReady':
        return connect('HANDSHAKE_FAILED')
      case 'noRuntime':
        return connect('RUNTIME_UNAVAILABLE')
      case 'elsewhere':
        return connect('SERVER_UNAVAILABLE')
      case 'noImage':
        return connect('IMAGE_NOT_FOUND')
      case 'crash':
      case 'clean':
      case 'stable':
        return { kind: 'ended', at: at * second, readyMs: kind === 'stable' ? 600_000 : 100, clean: kind === 'clean' }
    }
  }
  const each = (ats: readonly number[], kind?: End['kind']): End[] =>
    ats.map((at) => ({ at, ...(kind !== undefined && { kind }) }))

  const schedules: [string, readonly End[], 'always' | 'on-failure' | 'never', (number | string)[]][] = [
    ['three crashes in a minute are followed by a start at once', each([0, 10, 20]), 'on-failure', [0, 0, 0]],
    [
      'the fourth within a minute starts the delays, which stay at the last one',
      each([0, 1, 2, 3, 9, 25, 71, 192, 493, 800]),
      'always',
      [0, 0, 0, 5_000, 15_000, 45_000, 120_000, 300_000, 300_000, 300_000],
    ],
    [
      'more than three, but not within a minute, are not a loop',
      each([0, 25, 50, 75, 100, 125]),
      'always',
      [0, 0, 0, 0, 0, 0],
    ],
    ['an end after exactly a minute counts as within the minute', each([0, 20, 40, 60]), 'always', [0, 0, 0, 5_000]],
    [
      'a server that never gets ready is delayed by the same table',
      each([0, 1, 2, 3, 9], 'neverReady'),
      'always',
      [0, 0, 0, 5_000, 15_000],
    ],
    ['an exit with code 0 in a loop is also delayed', each([0, 1, 2, 3], 'clean'), 'always', [0, 0, 0, 5_000]],
    ['after an exit with code 0 it rests under "on-failure"', each([0], 'clean'), 'on-failure', ['rest']],
    ['a container with "never" is not restarted', each([0]), 'never', ['giveUp']],
    [
      'ten stable minutes reset the counters',
      [...each([0, 1, 2, 3, 9]), { at: 700, kind: 'stable' }, ...each([701, 702])],
      'always',
      [0, 0, 0, 5_000, 15_000, 0, 0, 0],
    ],
    [
      "an unreachable runtime is tried again and again, and does not count as the server's failure",
      [...each([0, 5, 10, 15, 20], 'noRuntime'), ...each([25, 26, 27])],
      'always',
      [5_000, 5_000, 5_000, 5_000, 5_000, 0, 0, 0],
    ],
    [
      'a server that another engine runs is tried again',
      each([0, 5, 10, 15], 'elsewhere'),
      'on-failure',
      [5_000, 5_000, 5_000, 5_000],
    ],
    ['a missing image waits for a person to fix it', each([0], 'noImage'), 'always', ['giveUp']],
  ]
  it.each(schedules)('%s', (_title, ends, policy, expected) => {
    let counters = noFailures
    const verdicts = ends.map((end) => {
      const judgement = judgeEnd(counters, endOf(end), policy, middle, hostedSupervisionRules)
      counters = judgement.counters
      return judgement.verdict.kind === 'retry' ? judgement.verdict.delayMs : judgement.verdict.kind
    })
    expect(verdicts).toEqual(expected)
  })

  // Catches a warning that stays forever, or that comes with the first crash.
  it('a crash loop is reported from the fourth crash in a minute until the counters are reset', () => {
    let counters = noFailures
    const warnings = [...each([0, 1, 2, 3, 9]), { at: 700, kind: 'stable' } as const].map((end) => {
      counters = judgeEnd(counters, endOf(end), 'always', middle, hostedSupervisionRules).counters
      return isInCrashLoop(counters)
    })
    expect(warnings).toEqual([false, false, false, true, true, false])
  })
})
