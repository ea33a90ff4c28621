/**
 * An engine that serves the servers of a world, configured in one of the two ways, with everything that a test can do
 * from outside.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Way } from '#test/outside/driver/addresses'
import { openBuiltCommand, token, type BuiltCommand } from '#test/outside/driver/builtEngine'
import { openModel, type ScriptedModel } from '#test/outside/driver/scriptedModel'
import { launchOf, settingsOf, type Entry, type World } from '#test/outside/driver/world'
import type { CommandOutcome } from '#test/support/commandOutcome'
import { events, type Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'

export interface ServerState {
  readonly slug: string
  readonly enabled: boolean
  readonly state: { readonly kind: string; readonly pid?: number | null } & Json
}

export interface Place {
  readonly way: Way
  readonly url: string
  readonly token: string
  readonly folder: string
  readonly dataFolder: string
  /** The name of the servers' project in addresses. */
  readonly project: string
  /** Whether this project is the only one with servers, so that requests need not name it. */
  readonly isOnlyProject: boolean
  /** The configuration file, which exists only with the way `file`. */
  readonly file: string
  readonly model: ScriptedModel
  command(...words: readonly string[]): Promise<CommandOutcome>
  launchOf: BuiltCommand['launchOf']
  /** Returns the answer's body. Fails unless the status is 200. */
  rest<T = Json>(method: string, path: string, body?: Json): Promise<T>
  tryRest(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }>
  server(slug: string): Promise<ServerState>
  servers(): Promise<readonly ServerState[]>
  /** Waits until the server is in this state, and returns the state. */
  reaches(slug: string, kind: string): Promise<ServerState>
  /** Attends as a person who allows every call that needs approval, from now on. */
  attend(): Promise<void>
  /** Returns the engine's log up to now. */
  log(): string
  /** Stops the engine with SIGTERM and starts it again on the same data folder. */
  restart(): Promise<void>
  /** Kills the engine, with no time to write anything, and starts it again on the same data folder. */
  crash(): Promise<void>
  stop(): Promise<CommandOutcome>
  /** Replaces the file's content. Only with the way `file`. */
  writeFile(world: World): void
  newId(): string
  close(): Promise<void>
}

/** The name of the configuration file, after which the file's project is named. */
const fileName = 'kitchen.json'

export async function openPlace(
  way: Way,
  makeWorld: (folder: string) => World | Promise<World>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Place> {
  const model = await openModel()
  const built = await openBuiltCommand({ ...model.environment, ...environment })
  const world = await makeWorld(built.folder)
  const file = join(built.folder, fileName)
  const words = way === 'file' ? ['--config', file] : []
  const writeFile = (next: World) => writeFileSync(file, textOf(next))
  if (way === 'file') writeFile(world)
  let engine = await built.serve(...words)
  const attending = new AbortController()
  let attended: Promise<void> | null = null
  let lastId = 0

  const startAgain = async () => {
    engine = await built.serve(...words)
    attended = null
  }
  const tryRest: Place['tryRest'] = async (method, path, body) => {
    const response = await fetch(`${engine.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const place: Place = {
    way,
    token,
    file,
    model,
    folder: built.folder,
    dataFolder: built.dataFolder,
    project: way === 'file' ? 'kitchen' : 'default',
    isOnlyProject: world.elsewhere === undefined,
    get url() {
      return engine.url
    },
    command: (...given) => built.run(...given),
    launchOf: (...given) => built.launchOf(...given),
    tryRest,
    rest: async <T>(method: string, path: string, body?: Json) => {
      const answer = await tryRest(method, path, body)
      expect(answer, `${method} ${path}`).toMatchObject({ status: 200 })
      return answer.body as T
    },
    servers: () => place.rest<ServerState[]>('GET', '/servers'),
    server: async (slug) => {
      const found = (await place.servers()).find((one) => one.slug === slug)
      if (found === undefined) throw new Error(`there is no server ${slug}`)
      return found
    },
    reaches: (slug, kind) =>
      vi.waitFor(async () => {
        const found = await place.server(slug)
        expect(found).toMatchObject({ state: { kind } })
        return found
      }, patience),
    attend: () => (attended ??= attend(place, attending.signal)),
    log: () => readFileSync(join(built.dataFolder, 'logs', 'switchboard.log'), 'utf8'),
    stop: async () => {
      engine.child.kill('SIGTERM')
      return engine.outcome
    },
    restart: async () => {
      await place.stop()
      await startAgain()
    },
    crash: async () => {
      engine.child.kill('SIGKILL')
      await engine.outcome
      await startAgain()
    },
    writeFile,
    newId: () => String((lastId += 1)),
    close: async () => {
      attending.abort()
      model.close()
      await built.close()
    },
  }
  if (way === 'added') await addAll(place, world)
  if (world.elsewhere !== undefined) {
    const { id } = await place.rest<{ id: string }>('POST', '/projects', { name: 'elsewhere' })
    for (const [name, entry] of Object.entries(world.elsewhere)) await addByRest(place, name, entry, { projectId: id })
  }
  if (world.settings !== undefined) await place.rest('PATCH', '/settings', world.settings)
  return place
}

function textOf({ servers, project }: World): string {
  return JSON.stringify({ mcpServers: servers, ...(project !== undefined && { switchboard: project }) })
}

/** Adds the first server by command and the others by REST, each at the end of the project. */
async function addAll(place: Place, { servers, project }: World): Promise<void> {
  if (project !== undefined) await place.rest('PATCH', '/projects/default', project)
  let isFirst = true
  for (const [name, entry] of Object.entries(servers)) {
    if (isFirst && isForCommand(entry)) await addByCommand(place, name, entry)
    else await addByRest(place, name, entry)
    isFirst = false
  }
}

async function addByRest(place: Place, name: string, entry: Entry, more: Json = {}): Promise<void> {
  await place.rest('POST', '/servers', { name, launch: launchOf(entry), ...settingsOf(entry), ...more })
}

function isForCommand(entry: Entry): boolean {
  return entry.command !== undefined && Object.keys(settingsOf(entry)).length === 0
}

async function addByCommand(place: Place, name: string, { command = '', args = [], env = {}, cwd }: Entry) {
  const variables = Object.entries(env).flatMap(([variable, value]) => ['--env', `${variable}=${value}`])
  const folder = cwd === undefined ? [] : ['--cwd', cwd]
  expect(await place.command('add', name, ...variables, ...folder, '--', command, ...args)).toMatchObject({ code: 0 })
}

/** Attends as a person who allows every call. Resolves when the engine knows that a person is present. */
async function attend(place: Place, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${place.url}/api/v1/questions/attend`, {
    headers: { authorization: `Bearer ${place.token}`, accept: 'text/event-stream' },
    signal,
  })
  const news = events(response)
  await news.next()
  const answering = async () => {
    for await (const batch of news) {
      if (!Array.isArray(batch)) continue
      for (const { type, question } of batch as { type: string; question?: { id: string } }[])
        if (type === 'asked' && question !== undefined)
          await place.rest('POST', `/questions/${question.id}/answer`, { answer: { kind: 'allow' } })
    }
  }
  answering().catch(() => undefined)
}
