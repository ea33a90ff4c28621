/** Plays one attack repeatedly and records what each repetition cost the engine. */
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '#contract/errors'
import type { Attack } from '#bench/attack/attack'
import type { BystanderFigures } from '#bench/attack/bystanders'
import type { Scene } from '#bench/attack/scene'
import type { LongestTurn } from '#bench/loop/loopProbe'
import { cpuMicroseconds, openHandles, residentBytes, startOf, type Handles } from '#bench/machine/procfs'

export interface Repetition extends BystanderFigures {
  /** The open handles, counted after the engine had time to close everything. */
  readonly handles: Handles
  /** The highest number of handles open at the same time. */
  readonly maxHandles: number
  /** The peak memory, minus the memory at the start. */
  readonly peakBytes: number
  readonly heapBytes: number
  readonly turn: LongestTurn
  readonly breaches: readonly string[]
}

export interface Played {
  readonly attack: Attack
  readonly before: Handles
  readonly repetitions: readonly Repetition[]
  /** Why the engine can no longer be attacked. Null while it can. */
  readonly lost: string | null
}

/**
 * How long a repetition may take. It usually takes a second or two, and an engine that needs this long does not serve
 * its other clients.
 */
const repetitionDeadlineMs = 12_000
const settle = { maxMs: 3000, pauseMs: 50, spanMs: 100, idleMicroseconds: 20_000 }
const sampleMs = 20

export async function playAttack(attack: Attack, scene: Scene, times: number): Promise<Played> {
  const before = openHandles(scene.target.pid)
  const repetitions: Repetition[] = []
  for (let time = 0; time < times; time++) {
    const repetition = await inTime(playOnce(attack, scene, before), scene)
    if (repetition.lost !== null) return { attack, before, repetitions, lost: repetition.lost }
    repetitions.push(repetition.taken)
  }
  return { attack, before, repetitions, lost: null }
}

type Outcome = { readonly taken: Repetition; readonly lost: null } | { readonly lost: string }

async function inTime(playing: Promise<Repetition>, { target }: Scene): Promise<Outcome> {
  const over = new AbortController()
  const late = delay(repetitionDeadlineMs, undefined, { signal: over.signal }).then(
    (): Outcome => ({ lost: `it was not over after ${repetitionDeadlineMs / 1000} s` }),
    (): Outcome => ({ lost: 'it was in time' }),
  )
  const played = playing.then(
    (taken): Outcome => ({ taken, lost: null }),
    (thrown: unknown): Outcome => ({ lost: `it could not be measured: ${messageOf(thrown)}` }),
  )
  const outcome = await Promise.race([played, late])
  over.abort()
  if (outcome.lost === null || (await target.isAlive())) return outcome
  return { lost: `${outcome.lost}, and the engine does not answer` }
}

async function playOnce(attack: Attack, scene: Scene, before: Handles): Promise<Repetition> {
  const { target, bystanders, inspector, longestTurn } = scene
  await longestTurn()
  const watch = watchPeaks(target.pid)
  const playing = attack.play(target).catch((thrown: unknown) => [`it could not be played: ${messageOf(thrown)}`])
  const bystanderFigures = await bystanders.during(playing)
  const breaches = await playing
  const peaks = watch.end()
  const turn = await longestTurn()
  const handles = await settledHandles(target.pid, before)
  await idle(target.pid)
  return {
    ...bystanderFigures,
    ...peaks,
    handles,
    breaches,
    turn,
    heapBytes: await inspector.heapAfterGarbage(),
  }
}

function watchPeaks(pid: number): { end(): Pick<Repetition, 'maxHandles' | 'peakBytes'> } {
  const residentBefore = residentBytes(pid)
  const peaks = { maxHandles: 0, peakBytes: 0 }
  const look = (): void => {
    if (startOf(pid) === null) return
    peaks.maxHandles = Math.max(peaks.maxHandles, openHandles(pid).all)
    peaks.peakBytes = Math.max(peaks.peakBytes, residentBytes(pid) - residentBefore)
  }
  const timer = setInterval(look, sampleMs)
  return {
    end: () => {
      clearInterval(timer)
      look()
      return peaks
    },
  }
}

/** Connections close shortly after their client has left. Those that are still open later were leaked. */
async function settledHandles(pid: number, before: Handles): Promise<Handles> {
  let now = openHandles(pid)
  for (let waitedMs = 0; waitedMs < settle.maxMs && now.all > before.all; waitedMs += settle.pauseMs) {
    await delay(settle.pauseMs)
    now = openHandles(pid)
  }
  return now
}

/** Waits until work that an attack started is finished, before the heap is measured. */
async function idle(pid: number): Promise<void> {
  let before = cpuMicroseconds(pid)
  for (let waitedMs = 0; waitedMs < settle.maxMs; waitedMs += settle.spanMs) {
    await delay(settle.spanMs)
    const now = cpuMicroseconds(pid)
    if (now - before < settle.idleMicroseconds) return
    before = now
  }
}
