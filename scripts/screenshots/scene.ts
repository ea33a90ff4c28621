/** An engine after a week of use: servers, two projects, clients, a conversation, calls, and a waiting question. */
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startSwitchboard, type StartedSwitchboard } from '#bench/gateways/switchboard'
import type { Workspace } from '#bench/machine/workspace'
import { sceneServers } from '#scripts/screenshots/sceneServers'
import { callApi } from '#test/e2e/askedClient'
import { type Asked, type ChatModel, type Spoken, startChatModel } from '#test/e2e/chatModel'

export interface Scene {
  readonly engine: StartedSwitchboard
  /** A conversation with an answer, and one in which a call waits for approval. */
  readonly answered: string
  readonly waiting: string
  close(): Promise<void>
}

const summary = `Three commits landed on **octo/app** this week:

| Commit | Author | Change |
| --- | --- | --- |
| \`f41c9aa\` | Mira | Retry the import when the connection is lost |
| \`9e02b7d\` | Jonas | Show progress while a large file is read |
| \`1b88e30\` | Mira | Keep the order of columns in the export |

The import is the theme of the week. Nothing touched the public API.`

/** The calls that the activity page shows besides those of the chat. */
const calls: readonly (readonly [name: string, given: object])[] = [
  ['search_issues', { query: 'is:open label:bug import' }],
  ['get_file_contents', { repo: 'octo/app', path: 'src/import/retry.ts' }],
  ['list_issues', { team: 'APP', state: 'In Progress' }],
  ['query', { sql: 'select day, count(*) as orders from orders group by day' }],
  ['explain', { sql: 'select * from order' }],
  ['search_files', { path: '~/notes', pattern: 'week-*.md' }],
]

function spoken({ text, results }: Asked): Spoken {
  if (text.startsWith('What changed')) {
    if (results.length > 0) return { text: summary }
    return {
      thinking: 'The commits of the last seven days answer this.',
      text: 'I’ll look at the commits of this week.',
      uses: [{ name: 'list_commits', input: { repo: 'octo/app', since: '2026-11-13' } }],
    }
  }
  if (results.length > 0) return { text: 'The note is saved.' }
  return {
    text: 'I’ll write the summary into this week’s note.',
    uses: [
      {
        name: 'write_file',
        input: { path: '~/notes/week-47.md', content: '# Week 47\n\n- Import retries\n- Progress' },
      },
    ],
  }
}

/** Makes programs with the names that people know, so that the commands in the pictures are the usual ones. */
async function makePrograms(folder: string): Promise<string> {
  const script = join(import.meta.dirname, 'sceneServer.ts')
  const cases = Object.entries(sceneServers).map(([name, { command }]) => {
    const packageName = command.split(' ').find((word, place) => place > 0 && !word.startsWith('-')) ?? ''
    return `  *"${packageName}"*) exec "${process.execPath}" "${script}" ${name} ;;`
  })
  const text = `#!/bin/sh\ncase "$*" in\n${cases.join('\n')}\nesac\nexit 1\n`
  for (const program of ['npx', 'uvx']) {
    await writeFile(join(folder, program), text)
    await chmod(join(folder, program), 0o755)
  }
  return folder
}

export async function openScene(workspace: Workspace): Promise<Scene> {
  const programs = await makePrograms(await workspace.makeFolder())
  const model = await startChatModel(spoken)
  const engine = await startSwitchboard(workspace, { servers: null, env: environmentOf(programs, model) })
  const api = (method: string, path: string, body?: unknown) => callApi(engine.url, engine.token, method, path, body)
  const close = async (): Promise<void> => {
    await engine.process.end()
    await model.close()
  }
  try {
    for (const [name, { command }] of Object.entries(sceneServers)) {
      const [program, ...args] = command.split(' ')
      const launch = { transport: 'stdio', command: program, args }
      await api('POST', '/servers', { name, trusted: name !== 'notes', restart: 'never', launch })
    }
    await settled(engine)
    const work = await api('POST', '/projects', { name: 'Work' })
    for (const slug of ['github', 'linear', 'postgres'])
      await api('PUT', `/projects/${String(work['id'])}/servers/${slug}`, {})
    await api('PATCH', '/projects/default', { name: 'Home' })
    await api('PUT', '/tools/enabled', { server: 'linear', names: ['update_issue'], enabled: false })
    for (const name of ['Cursor', 'Claude Code']) await api('POST', '/access/clients', { name })
    for (const [name, given] of calls) await api('POST', '/tools/call', { name, arguments: given })
    const answered = await asked(api, 'What changed in octo/app this week?', 'idle')
    const waiting = await asked(api, 'Save a summary in my notes', 'waiting')
    return { engine, answered, waiting, close }
  } catch (thrown) {
    await close()
    throw thrown
  }
}

function environmentOf(programs: string, model: ChatModel): Record<string, string> {
  return {
    PATH: `${programs}:${process.env['PATH'] ?? ''}`,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'a key for the pictures',
    SWITCHBOARD_VAULT_KEY: 'a key for the pictures',
  }
}

type Api = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

async function settled({ url, token }: StartedSwitchboard): Promise<void> {
  const kinds = new Set(['ready', 'failed'])
  for (;;) {
    const servers = (await callApi(url, token, 'GET', '/servers')) as unknown as { state: { kind: string } }[]
    if (servers.every(({ state }) => kinds.has(state.kind))) return
    await setTimeout(50)
  }
}

/**
 * Sends a message in a new conversation. Resolves with its id once its run is over, or once it is waiting for the
 * person.
 */
async function asked(api: Api, text: string, until: 'idle' | 'waiting'): Promise<string> {
  const { id } = await api('POST', '/chat/conversations', {})
  const path = `/chat/conversations/${String(id)}`
  await api('POST', `${path}/messages`, { parts: [{ kind: 'text', text }] })
  for (;;) {
    const { run } = (await api('GET', path)) as { run: { kind: string } }
    const questions = (await api('GET', '/questions')) as unknown as readonly unknown[]
    if (until === 'idle' ? run.kind === 'idle' : questions.length > 0) return String(id)
    await setTimeout(50)
  }
}
