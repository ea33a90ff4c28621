/**
 * Decides when a server that failed or exited is started again. Attempts, backoff and the breaker are all derived from
 * the counters here, and nowhere else. Pure.
 */
import { backoff } from '#contract/backoff'
import type { ErrorCode } from '#contract/errors'
import type { ConnectionState, RestartPolicy } from '#contract/servers/server'

export interface SupervisionRules {
  readonly connectBackoffMs: number
  readonly crashBackoffMs: number
  readonly maxBackoffMs: number
  /** How many failed connects in a row open the breaker. */
  readonly breakerThreshold: number
  readonly breakerCoolDownMs: number
  /** How long a server must have been ready for its counters to start at zero again. */
  readonly stableAfterMs: number
  /** A fixed table of delays. If absent, delays grow with each failure. */
  readonly steps?: RestartSteps
}

/** The delays for servers whose exits all count alike, even with exit code 0 or before the server was ready. */
export interface RestartSteps {
  /** How many exits within `withinMs` are followed by an immediate start. The next exit starts the delays. */
  readonly endsAtOnce: number
  readonly withinMs: number
  /** The delays, one after another. The last one repeats until the counters are reset. */
  readonly delaysMs: readonly [number, ...number[]]
  /**
   * How long after a failure that is not the server's fault the server is tried again. Such a failure does not count.
   */
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

/** The rules for servers in containers. */
export const hostedSupervisionRules: SupervisionRules = {
  ...defaultSupervisionRules,
  steps: {
    endsAtOnce: 3,
    withinMs: 60_000,
    delaysMs: [5_000, 15_000, 45_000, 120_000, 300_000],
    lookAgainMs: 5_000,
  },
}

/** The counts of a server's failures that decide about the next start. */
export interface FailureCounters {
  readonly failedConnects: number
  readonly crashes: number
  /** Only with a table of steps: the times of recent exits, and how many delays were used. */
  readonly recentEnds?: readonly number[]
  readonly step?: number
}

export const noFailures: FailureCounters = { failedConnects: 0, crashes: 0 }

/** Whether the server exited so often that restarts are delayed. */
export function isInCrashLoop({ step = 0 }: FailureCounters): boolean {
  return step > 0
}

/** The server did not become ready. `wasReady`: it did in an earlier launch with these settings. */
export interface FailedConnect {
  readonly kind: 'failedConnect'
  readonly at: number
  readonly code: ErrorCode
  readonly wasReady: boolean
  /** Whether only a person can solve the problem, whatever the code usually means. */
  readonly needsPerson?: boolean
}

/** `at`: in monotonic time. */
export type LaunchEnd =
  | FailedConnect
  /** The server was ready for `readyMs`, then exited. `clean`: with exit code 0. */
  | { readonly kind: 'ended'; readonly at: number; readonly readyMs: number; readonly clean: boolean }

/** What must happen before another launch can succeed. */
type Cure = 'time' | 'time or a person' | 'a person'

/**
 * "Time or a person": a missing command or refused credentials are either a mistake in the settings or temporary.
 * Files may still be installed, a folder may be mounted later, or a server may be restarting behind its proxy.
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
  /** The server exited cleanly, and rests until it is used again. */
  | { readonly kind: 'rest' }

export interface Judgement {
  readonly counters: FailureCounters
  readonly verdict: Verdict
}

/** `jitter`: a number in [0, 1). */
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

/** The failures that say nothing about the server: its runtime is unreachable, or another engine runs the server. */
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
  /**
   * Whether a server that exited cleanly is restarted, because it is meant to run all the time. It also never rests.
   */
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

/**
 * Settings that never worked count as wrong until a person changes them. With settings that worked before, the server
 * is tried again.
 */
function mayRecover({ code, wasReady, needsPerson = false }: FailedConnect): boolean {
  if (needsPerson) return false
  const cure = cures[code]
  return cure === 'time' || (cure === 'time or a person' && wasReady)
}

/**
 * Whether a server that has never listed its tools may soon list them by itself: until its breaker opens for the
 * first time.
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
