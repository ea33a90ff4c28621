/**
 * The stages of a connection, one at a time. A stage has the reported state, owns what exists only in that state, and
 * can give it up. The rules of `connectionState` say which stage follows. Only `connection` enters stages.
 */
import type { ConnectionState } from '#contract/servers/server'
import type { Launch } from '#engine/connections/launching/launch'
import { drain } from '#engine/connections/lifetime/drain'
import { Heartbeat } from '#engine/connections/lifetime/heartbeat'
import { IdleWatch } from '#engine/connections/lifetime/idleWatch'
import type { Session } from '#engine/connections/session/session'
import type { Clock, Timer } from '#engine/ports'

interface StageOf<K extends ConnectionState['kind']> {
  readonly kind: K
  readonly state: Extract<ConnectionState, { readonly kind: K }>
  /** Called once, when another stage is entered. */
  leave(): void
}

/** The end of a launch or session, once it was requested. */
interface Ending {
  /** Resolves when nothing of the launch or session is left. */
  readonly done: Promise<void>
  /** Stops waiting for calls in progress. */
  cutShort(): void
}

export type Stopped = StageOf<'stopped'>
export type Failed = StageOf<'failed'>
export type BackingOff = StageOf<'backingOff'>

export interface Starting extends StageOf<'starting'> {
  readonly launch: Launch
  /** Resolves when the launch is up or has failed. If it is given up, resolves when nothing of it is left. */
  readonly over: Promise<void>
  giveUp(drainMs: number): Ending
}

export interface Ready extends StageOf<'ready'> {
  /** The launch that opened the session. */
  readonly launch: Launch
  readonly session: Session
  /** The heartbeat; null if no pings are sent. */
  readonly heartbeat: Heartbeat | null
  /** When the stage was entered, in monotonic time. */
  readonly since: number
  giveUp(drainMs: number): Ending
}

export interface Stopping extends StageOf<'stopping'> {
  /** Resolves when the server is stopped, or is starting again because a start was requested meanwhile. */
  readonly done: Promise<void>
  cutShort(): void
  startsAfter: boolean
}

/** The stage for each kind of connection state. */
export interface Stages {
  readonly stopped: Stopped
  readonly starting: Starting
  readonly ready: Ready
  readonly backingOff: BackingOff
  readonly failed: Failed
  readonly stopping: Stopping
}
export type Stage = Stages[keyof Stages]
export type StageFor<K extends keyof Stages> = (state: Stages[K]['state']) => Stages[K]

export function isOfKind<K extends keyof Stages>(state: ConnectionState, kind: K): state is Stages[K]['state'] {
  return state.kind === kind
}

const nothing = (): void => undefined

export function stopped(state: Stopped['state']): Stopped {
  return { kind: 'stopped', state, leave: nothing }
}

export function failed(state: Failed['state']): Failed {
  return { kind: 'failed', state, leave: nothing }
}

/** `retry`: the timer of the next attempt; null if that comes immediately. */
export function backingOff(state: BackingOff['state'], retry: Timer | null): BackingOff {
  return { kind: 'backingOff', state, leave: () => retry?.cancel() }
}

export function starting(state: Starting['state'], launch: Launch, over: Promise<void>): Starting {
  const giveUp = (): Ending => {
    launch.giveUp()
    return { done: over, cutShort: nothing }
  }
  return { kind: 'starting', state, launch, over, leave: nothing, giveUp }
}

export interface ReadyParts {
  readonly launch: Launch
  readonly session: Session
  readonly clock: Clock
  readonly idleLimitMs: () => number | null
  readonly onIdle: () => void
  readonly heartbeatMs: number | undefined
  readonly onSilent: (isSilent: boolean) => void
}

/** If the stage is left without `giveUp`, the session must be closed separately. */
export function ready(state: Ready['state'], parts: ReadyParts): Ready {
  const { launch, session, clock, idleLimitMs, onIdle, heartbeatMs: everyMs, onSilent: onChanged } = parts
  const use = () => ({ count: session.use.count, isBusy: isInUse(session) })
  const idleWatch = new IdleWatch({ clock, use, limitMs: idleLimitMs, onIdle })
  const ask = (onAnswer: () => void) => session.askIfThere(onAnswer)
  const heartbeat = everyMs === undefined ? null : new Heartbeat({ clock, everyMs, ask, onChanged })
  const leave = () => {
    idleWatch.end()
    heartbeat?.end()
  }
  const giveUp = (drainMs: number): Ending => {
    const drained = drain(session, drainMs, clock)
    const done = drained.done.then(() => session.close('the server was stopped'))
    return { done, cutShort: () => drained.cutShort() }
  }
  return { kind: 'ready', state, launch, session, heartbeat, since: clock.elapsed(), leave, giveUp }
}

interface StoppingParts {
  readonly startsAfter: boolean
  readonly onDone: (stage: Stopping) => void
}

export function stopping(state: Stopping['state'], ending: Ending, { startsAfter, onDone }: StoppingParts): Stopping {
  const stage: Stopping = {
    kind: 'stopping',
    state,
    done: ending.done.finally(() => onDone(stage)),
    cutShort: () => ending.cutShort(),
    startsAfter,
    leave: nothing,
  }
  return stage
}

/** Whether a caller is waiting for an answer, or for changes to a resource. */
export function isInUse(session: Session): boolean {
  return session.pendingCount > 0 || session.use.isFollowed
}
