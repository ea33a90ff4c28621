/** Starts an engine with real servers behind the real door, for end-to-end scenarios from the requirements' sources. */
import { onTestFinished } from 'vitest'
import { newProject, type NewProject } from '#contract/project'
import { newServer, type NewServerInput } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import type { Clock, Ports } from '#engine/ports'
import type { Caller } from '#engine/router/call'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { connectV1 } from '#test/support/mcpClients'
import { type RecordingLog, recordingLog } from '#test/support/recordingLog'
import { startTestEngine } from '#test/support/testEngine'

export const caller: Caller = { key: 'test', capabilities: {}, ask: null }

type Servers = Readonly<Record<string, Pick<NewServerInput, 'launch'> & Partial<NewServerInput>>>

export interface World {
  readonly engine: Engine
  readonly log: RecordingLog
  /** Connects an SDK client to the door, with these headers. */
  readonly connect: (headers?: Record<string, string>) => ReturnType<typeof connectV1>
  readonly addProject: (project: Partial<NewProject> & { name: string }, servers: Servers) => Promise<string>
}

export async function openWorld(servers: Servers = {}, ports: Partial<Ports> = {}): Promise<World> {
  const log = recordingLog()
  const engine = await startTestEngine(servers, { log, ...ports })
  const url = await openDoor(engine)
  return {
    engine,
    log,
    connect: async (headers = {}) => {
      const client = await connectV1(url, {}, headers)
      onTestFinished(() => client.close())
      return client
    },
    addProject: async (project, added) => {
      const { id } = await engine.projects.add(newProject.parse(project))
      for (const [name, server] of Object.entries(added))
        await engine.servers.add(newServer.parse({ name, projectId: id, ...server }))
      return id
    },
  }
}

export async function textOf(result: unknown): Promise<string> {
  const { content } = (await result) as { content: { text: string }[] }
  return content[0]?.text ?? ''
}

export function pidOf(engine: Engine, slug: string): number {
  const { state } = engine.registry.get(slug)
  if (state.kind !== 'ready' || state.pid === null) throw new Error(`${slug} is ${JSON.stringify(state)}`)
  return state.pid
}

export interface SteppedClock extends Clock {
  /** Advances the clock by this much. */
  pass(ms: number): void
}

/**
 * Returns a clock with the machine's time. Delays from 700 ms to 60 s, such as those of the supervision and its
 * cool-down, are held until a test advances the clock.
 */
export function steppedClock(): SteppedClock {
  let ahead = 0
  const held = new Set<{ readonly at: number; readonly callback: () => void }>()
  const now = () => systemClock.now() + ahead
  const isHeld = (delayMs: number) => delayMs >= 700 && delayMs <= 60_000
  return {
    now,
    elapsed: () => systemClock.elapsed() + ahead,
    after(delayMs, callback) {
      if (!isHeld(delayMs)) return systemClock.after(delayMs, callback)
      const timer = { at: now() + delayMs, callback }
      held.add(timer)
      return { cancel: () => void held.delete(timer) }
    },
    pass(ms) {
      // Advances in steps, because a jump would look as if the machine had slept.
      for (const end = ahead + ms; ahead < end;) {
        ahead = Math.min(ahead + 1_000, end)
        for (const timer of [...held].filter(({ at }) => at <= now()).sort((one, other) => one.at - other.at))
          if (held.delete(timer)) timer.callback()
      }
    },
  }
}
