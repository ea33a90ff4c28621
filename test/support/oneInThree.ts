/**
 * One server in three projects: off in one, with two tools off in another, renamed in the third. This file defines what
 * every door must say about the server in every state of the engine, for the tests of all doors.
 */
import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { ChatModel, Spoken } from '#test/e2e/chatModel'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'
import { serverFile } from '#test/support/testServers'

export const projects = ['Home', 'Work', 'Play'] as const
export type Project = (typeof projects)[number]

/** Two tools are off in Work only. */
export const offInWork = ['add', 'fail'] as const
export const renamedInPlay = { tool: 'echo', name: 'say', description: 'Says it.' } as const

/** A running engine, and how it is reached from outside. */
export interface ReachedEngine {
  /** The engine's HTTP address and access token. */
  readonly url: string
  readonly token: string
  /** Runs the command on the engine's data folder. */
  readonly run: (...words: string[]) => Promise<{ readonly stdout: string }>
  /** The model that the engine's chat uses. */
  readonly model: ChatModel
}

type Named = readonly { readonly name: string; readonly description?: string | undefined }[]

export function restOf({ url, token }: Pick<ReachedEngine, 'url' | 'token'>) {
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...sent })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json()
  }
}

/** The environment in which an engine's chat uses this model. */
export function chatEnvironment({ url }: ChatModel) {
  return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'a key for the test endpoint', SWITCHBOARD_VAULT_KEY: 'key' }
}

/** Answers by repeating the question. */
export function repeatsQuestion({ text }: { readonly text: string }): Spoken {
  return { text: `I was asked: ${text}` }
}

/** Adds the projects, and the server to the first of them. */
export async function addServerAndProjects(engine: Pick<ReachedEngine, 'url' | 'token'>): Promise<void> {
  const rest = restOf(engine)
  for (const name of projects) await rest('POST', '/projects', { name })
  const launch = { transport: 'stdio', command: process.execPath, args: [serverFile('echo')] }
  await rest('POST', '/servers', { name: 'Echo', projectId: 'Home', launch })
}

/** Makes the changes over REST that the page's tests make as a user. */
export async function setUpByRest(engine: Pick<ReachedEngine, 'url' | 'token'>): Promise<void> {
  const rest = restOf(engine)
  await addServerAndProjects(engine)
  for (const project of ['Work', 'Play']) await rest('PUT', `/projects/${project}/servers/echo`, { enabled: true })
  await rest('PUT', '/projects/Home/servers/echo', { enabled: false })
  await vi.waitFor(async () => {
    expect(await rest('GET', '/projects/Work/servers')).toMatchObject([{ tools: { total: expect.any(Number) } }])
    expect(await rest('GET', '/tools?server=echo&projectId=Work')).not.toEqual([])
  }, patience)
  await rest('PUT', '/projects/Work/tools', { server: 'echo', names: offInWork, enabled: false })
  const { tool, name: publicName, description } = renamedInPlay
  await rest('PATCH', '/projects/Play/tools', { server: 'echo', name: tool, publicName, description })
}

/** Resolves with the tools that these tests look at, as each door reports them, by project. */
export async function doors(engine: ReachedEngine) {
  const { url, token, run, model } = engine
  const rest = restOf(engine)
  const authorization = { authorization: `Bearer ${token}` }
  const which = (names: readonly string[]) => ['add', 'echo', 'say'].filter((name) => names.includes(name)).join()
  const namesOf = (tools: Named) => which(tools.map(({ name }) => name))
  const byPath = async (path: string) => {
    const client = await connectV1(`${url}${path}`, {}, authorization)
    try {
      return namesOf((await client.listTools()).tools)
    } finally {
      await client.close()
    }
  }
  const byCommand = async (project: Project) => {
    const { stdout } = await run('tools', '--json', '--project', project)
    return namesOf(JSON.parse(stdout) as Named)
  }
  const byRest = async (project: Project) => namesOf((await rest('GET', `/tools/listed?projectId=${project}`)) as Named)
  const byChat = async (project: Project) => {
    const text = `What is in ${project}? ${randomUUID()}`
    const { id } = (await rest('POST', '/chat/conversations', { projectId: project })) as { id: string }
    await rest('POST', `/chat/conversations/${id}/messages`, { parts: [{ kind: 'text', text }] })
    const asked = () => model.asked.find((one) => one.text === text)
    await vi.waitFor(() => expect(asked()).toBeDefined(), patience)
    return which(asked()?.tools ?? [])
  }
  const modern = await connectV2(`${url}/mcp/p/Play`, 'modern', {}, authorization)
  const { tools } = await modern.listTools()
  await modern.close()
  const inProject = async (project: Project) => ({
    client: await byPath(`/mcp/p/${project}`),
    rest: await byRest(project),
    command: await byCommand(project),
    chat: await byChat(project),
  })
  return {
    all: await byPath('/mcp'),
    alone: await byPath('/mcp/s/echo'),
    home: await inProject('Home'),
    work: await inProject('Work'),
    play: await inProject('Play'),
    modern: namesOf(tools),
    described: tools.find(({ name }) => name === renamedInPlay.name)?.description,
    switches: ((await rest('GET', '/projects/matrix')) as { pairs: { enabled: boolean; off: number[] }[] }[]).map(
      ({ pairs }) => pairs.map(({ enabled, off }) => [enabled, off.length]),
    ),
  }
}

export const everyDoor = (names: string) => ({ client: names, rest: names, command: names, chat: names })

export const agreed = {
  // The own name applies in one project only.
  all: 'add,echo',
  alone: 'add,echo',
  home: everyDoor(''),
  work: everyDoor('echo'),
  play: everyDoor('add,say'),
  modern: 'add,say',
  described: renamedInPlay.description,
  switches: [
    [
      [false, 0],
      [true, offInWork.length],
      [true, 0],
    ],
  ],
}
