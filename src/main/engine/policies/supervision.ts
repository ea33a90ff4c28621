/**
 * When a server that failed or died is started again. Pure: the only owner of attempts, backoff and the breaker, which
 * are views of the same counters.
 */
import { backoff } from '#contract/backoff'
import type { ErrorCode } from '#contract/errors'
import type { ConnectionState, RestartPolicy } from '#contract/servers/server'

export interface SupervisionRules {
  readonly connectBackoffMs: number
  readonly crashBackoffMs: number
  readonly maxBackoffMs: number
  /** Number of failed connects in a row that opens the breaker. */
  readonly breakerThreshold: number
  readonly breakerCoolDownMs: number
  /** A server that was ready this long starts with clean counters. */
  readonly stableAfterMs: number
  /** A fixed table instead of growing delays. Absent: no table. */
  readonly steps?: RestartSteps
}

/** Every end counts alike, even with exit code 0 and before the server was ready. */
export interface RestartSteps {
  /** This many ends within `withinMs` are followed by an immediate start; the next one begins the delays. */
  readonly endsAtOnce: number
  readonly withinMs: number
  /** One after another; the last one repeats until the counters are reset. */
  readonly delaysMs: readonly [number, ...number[]]
  /** A failure that is not the server's fault does not count, and is retried after this time. */
  readonly lookAgainMs: number
}

export const defaultSupervisionRules: SupervisionRules = {
  connectBackoffMs: 1_000,
  crashBackoffMs: 500,
  maxBackoffMs: 60_000,
  breakerThreshold: 3,
  breakerCoolDownMs: 60_000,
  stableAfterMs: 600_000,
}

/** For servers in containers. */
export const hostedSupervisionRules: SupervisionRules = {
  ...defaultSupervisionRules,
  steps: {
    endsAtOnce: 3,
    withinMs: 60_000,
    delaysMs: [5_000, 15_000, 45_000, 120_000, 300_000],
    lookAgainMs: 5_000,
  },
}

/** What is remembered of a server's failures. */
export interface FailureCounters {
  readonly failedConnects: number
  readonly crashes: number
  /** With a table of steps: its recent ends, and how many delays were used. */
  readonly recentEnds?: readonly number[]
  readonly step?: number
}

export const noFailures: FailureCounters = { failedConnects: 0, crashes: 0 }

/** Whether it ended so often that restarts are delayed. */
export function isInCrashLoop({ step = 0 }: FailureCounters): boolean {
  return step > 0
}

/** It never became ready. `wasReady`: an earlier launch with these settings did. */
export interface FailedConnect {
  readonly kind: 'failedConnect'
  readonly at: number
  readonly code: ErrorCode
  readonly wasReady: boolean
  /** Whatever the code means for others: only a person can change this. */
  readonly needsPerson?: boolean
}

/** `at`: in monotonic time. */
export type LaunchEnd =
  | FailedConnect
  /** It was ready for `readyMs`, then ended. `clean`: with exit code 0. */
  | { readonly kind: 'ended'; readonly at: number; readonly readyMs: number; readonly clean: boolean }

/** What must happen before another launch can succeed. */
type Cure = 'time' | 'time or a person' | 'a person'

/**
 * A missing command or refused credentials are either a mistake in the settings, or temporary: files are being
 * installed, a folder is being mounted, a server restarts behind its proxy.
 */
const cures: Readonly<Record<ErrorCode, Cure>> = {
  SECRET_MISSING: 'a person',
  COMMAND_FAILED: 'time or a person',
  SIGN_IN_REQUIRED: 'time or a person',
  IMAGE_NOT_FOUND: 'time or a person',
  LIMIT_NOT_ENFORCEABLE: 'a person',
  PORT_TAKEN: 'time or a person',
  INSTALL_FAILED: 'time',
  PACKAGE_NOT_FOUND: 'time',
  VAULT_UNAVAILABLE: 'time or a person',
  CALL_CANCELLED: 'time',
  CALL_REFUSED: 'time',
  CALL_TIMED_OUT: 'time',
  CONFLICT: 'time',
  ENGINE_RUNNING: 'time',
  FORBIDDEN: 'time',
  HANDSHAKE_FAILED: 'time',
  INTERNAL: 'time',
  INVALID_INPUT: 'time',
  NOT_FOUND: 'time',
  QUEUE_FULL: 'time',
  REGISTRY_UNREACHABLE: 'time',
  RUNTIME_UNAVAILABLE: 'time',
  SERVER_ERROR: 'time',
  SERVER_LOST: 'time',
  SERVER_UNAVAILABLE: 'time',
  STORE_TOO_NEW: 'time',
  STORE_UNREADABLE: 'time',
  TOO_MANY_CALLS: 'time',
  UNAUTHORIZED: 'time',
  UNKNOWN_PROMPT: 'time',
  UNKNOWN_RESOURCE: 'time',
  UNKNOWN_TOOL: 'time',
  VOLUME_IN_USE: 'time',
}

export type Verdict =
  | { readonly kind: 'retry'; readonly delayMs: number; readonly attempt: number }
  | { readonly kind: 'giveUp' }
  /** It ended cleanly: it rests until it is used again. */
  | { readonly kind: 'rest' }

export interface Judgement {
  readonly counters: FailureCounters
  readonly verdict: Verdict
}

/** `jitter` is a number in [0, 1). */
export function judgeEnd(
  before: FailureCounters,
  end: LaunchEnd,
  policy: RestartPolicy,
  jitter: number,
  rules: SupervisionRules = defaultSupervisionRules,
): Judgement {
  if (rules.steps !== undefined) return judgeBySteps(before, end, policy, rules, rules.steps)
  const counters = count(before, end, rules)
  return { counters, verdict: decide(counters, end, policy, jitter, rules) }
}

/** Failures that say nothing about the server: its runtime is unreachable, or another engine runs it. */
const notItsFault: ReadonlySet<ErrorCode> = new Set(['RUNTIME_UNAVAILABLE', 'SERVER_UNAVAILABLE'])

function judgeBySteps(
  before: FailureCounters,
  end: LaunchEnd,
  policy: RestartPolicy,
  { stableAfterMs }: SupervisionRules,
  steps: RestartSteps,
): Judgement {
  const isFailedConnect = end.kind === 'failedConnect'
  const wasStable = end.kind === 'ended' && end.readyMs >= stableAfterMs
  const { recentEnds = [], step = 0 } = wasStable ? noFailures : before
  if (isFailedConnect && notItsFault.has(end.code) && restarts[policy].afterFailure)
    return { counters: before, verdict: { kind: 'retry', delayMs: steps.lookAgainMs, attempt: Math.max(1, step) } }
  const recent = [...recentEnds.filter((at) => end.at - at <= steps.withinMs), end.at].slice(-steps.endsAtOnce - 1)
  const isLoop = step > 0 || recent.length > steps.endsAtOnce
  const counters = { ...noFailures, recentEnds: recent, step: isLoop ? step + 1 : 0 }
  if (end.kind === 'ended' && end.clean && !restarts[policy].afterCleanEnd)
    return { counters, verdict: { kind: 'rest' } }
  if (!restarts[policy].afterFailure || (isFailedConnect && !mayRecover(end)))
    return { counters, verdict: { kind: 'giveUp' } }
  const delayMs = isLoop ? (steps.delaysMs[step] ?? steps.delaysMs.at(-1) ?? 0) : 0
  return { counters, verdict: { kind: 'retry', delayMs, attempt: recent.length + counters.step } }
}

function count(before: FailureCounters, end: LaunchEnd, rules: SupervisionRules): FailureCounters {
  if (end.kind === 'failedConnect') return { ...before, failedConnects: before.failedConnects + 1 }
  const earlier = end.readyMs >= rules.stableAfterMs ? 0 : before.crashes
  return { failedConnects: 0, crashes: end.clean ? earlier : earlier + 1 }
}

interface Restarts {
  readonly afterFailure: boolean
  /** Whether it is meant to run all the time, so that it does not rest, either. */
  readonly afterCleanEnd: boolean
}

export const restarts: Readonly<Record<RestartPolicy, Restarts>> = {
  'on-failure': { afterFailure: true, afterCleanEnd: false },
  always: { afterFailure: true, afterCleanEnd: true },
  never: { afterFailure: false, afterCleanEnd: false },
}

function decide(
  counters: FailureCounters,
  end: LaunchEnd,
  policy: RestartPolicy,
  jitter: number,
  rules: SupervisionRules,
): Verdict {
  if (end.kind === 'failedConnect') {
    if (!restarts[policy].afterFailure || !mayRecover(end)) return { kind: 'giveUp' }
    const open = counters.failedConnects >= rules.breakerThreshold
    const delayMs = open
      ? rules.breakerCoolDownMs
      : backoff(rules.connectBackoffMs, counters.failedConnects, jitter, rules.maxBackoffMs)
    return { kind: 'retry', delayMs, attempt: counters.failedConnects }
  }
  if (end.clean && !restarts[policy].afterCleanEnd) return { kind: 'rest' }
  if (!restarts[policy].afterFailure) return { kind: 'giveUp' }
  const attempt = Math.max(1, counters.crashes)
  return { kind: 'retry', delayMs: backoff(rules.crashBackoffMs, attempt, jitter, rules.maxBackoffMs), attempt }
}

/** Settings that never worked are wrong until a person changes them; settings that did get the benefit of the doubt. */
function mayRecover({ code, wasReady, needsPerson = false }: FailedConnect): boolean {
  if (needsPerson) return false
  const cure = cures[code]
  return cure === 'time' || (cure === 'time or a person' && wasReady)
}

/**
 * Whether a server that has never listed its tools may soon do so by itself: until its breaker opens for the first
 * time.
 */
export function mayListSoon(state: ConnectionState): boolean {
  switch (state.kind) {
    case 'stopped':
    case 'stopping':
    case 'ready':
      return true
    case 'starting':
      return state.attempt <= defaultSupervisionRules.breakerThreshold
    case 'backingOff':
      return state.attempt < defaultSupervisionRules.breakerThreshold
    case 'failed':
      return false
  }
}
