/** Calls the routes of the chat, one after the other, with the practice model. */
import { vi } from 'vitest'
import type { ContractClient } from '#main/host/control/controlClient'
import type { Step } from '#test/integration/parity/step'

/** Each client has its own ids, because the same steps run over several wires at the same time. */
const ids = new WeakMap<ContractClient, string>()

async function conversationId(client: ContractClient): Promise<string> {
  const found = ids.get(client) ?? (await client.chat.list({})).conversations[0]?.id
  if (found === undefined) throw new Error('no conversation was ever created')
  ids.set(client, found)
  return found
}

const withId =
  (rest: Readonly<Record<string, unknown>> = {}) =>
  async (client: ContractClient) => ({ id: await conversationId(client), ...rest })

async function isQuiet(client: ContractClient) {
  const id = await conversationId(client)
  const quiet = async () => {
    const { run } = await client.chat.get({ id })
    if (run.kind !== 'idle') throw new Error(run.kind)
  }
  await vi.waitFor(quiet, { timeout: 20_000 })
}

async function lastMessageId(client: ContractClient): Promise<string> {
  const { messages } = await client.chat.messages({ id: await conversationId(client) })
  return messages.at(-1)?.id ?? ''
}

const note = { name: 'note.txt', mediaType: 'text/plain', data: Buffer.from('a note').toString('base64') }

export const chatSteps: readonly Step[] = [
  { route: 'modelSource.get' },
  { route: 'modelSource.set', fails: 'INVALID_INPUT', input: { kind: 'custom', baseUrl: 'http://example.com' } },
  { route: 'modelSource.test', input: {} },
  // These are refused before anything is sent.
  { route: 'modelSource.test', input: { source: { kind: 'custom', baseUrl: 'http://example.com' } } },
  { route: 'modelSource.test', fails: 'INVALID_INPUT', input: { source: { kind: 'pigeon' } } },
  { route: 'modelSource.set', input: { kind: 'practice' } },
  { route: 'modelSource.setDefaultModel', input: { model: 'practice' } },
  { route: 'modelSource.setDefaultModel', fails: 'INVALID_INPUT', input: { model: ' ' } },
  { route: 'modelSource.setDefaultModel', input: { model: null } },
  { route: 'modelSource.forget', input: {} },
  { route: 'models.list' },
  { route: 'catalog.prompts', input: {} },
  { route: 'catalog.resources', input: {} },
  { route: 'catalog.prompts', fails: 'NOT_FOUND', input: { server: 'nobody' } },
  { route: 'catalog.resources', fails: 'NOT_FOUND', input: { server: 'nobody' } },
  { route: 'catalog.prompt', fails: 'UNKNOWN_PROMPT', input: { name: 'nobody' } },
  { route: 'catalog.resource', fails: 'UNKNOWN_RESOURCE', input: { uri: 'resource://nobody/x' } },
  {
    route: 'catalog.complete',
    fails: 'UNKNOWN_PROMPT',
    input: { ref: { type: 'ref/prompt', name: 'nobody' }, argument: { name: 'a', value: '' } },
  },
  { route: 'chat.create', fails: 'NOT_FOUND', input: { title: 'First', projectId: 'nobody' } },
  { route: 'chat.create', input: { title: 'First' } },
  { route: 'chat.list', input: { text: 'first' } },
  { route: 'chat.get', inputFrom: withId() },
  { route: 'chat.get', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'chat.update', inputFrom: withId({ pinned: true, draft: 'half a' }) },
  { route: 'chat.send', inputFrom: withId({ parts: [{ kind: 'text', text: 'hello' }] }) },
  { route: 'chat.messages', inputFrom: withId(), after: isQuiet },
  { route: 'chat.sendNext', fails: 'CONFLICT', inputFrom: withId({ parts: [] }) },
  { route: 'chat.takeBackNext', fails: 'CONFLICT', inputFrom: withId() },
  { route: 'chat.follow', inputFrom: withId(), batches: 1 },
  {
    route: 'chat.regenerate',
    inputFrom: async (client) => ({ ...(await withId()(client)), messageId: await lastMessageId(client) }),
  },
  { route: 'chat.resume', fails: 'CONFLICT', inputFrom: withId(), after: isQuiet },
  { route: 'chat.resume', fails: 'CONFLICT', inputFrom: withId({ skip: ['nobody'] }) },
  {
    route: 'chat.selectBranch',
    inputFrom: async (client) => ({ ...(await withId()(client)), messageId: await lastMessageId(client) }),
  },
  { route: 'chat.stop', inputFrom: withId() },
  { route: 'chat.stopTool', fails: 'NOT_FOUND', inputFrom: withId({ toolUseId: 'nobody' }) },
  { route: 'chat.callForApp', fails: 'UNKNOWN_TOOL', inputFrom: withId({ server: 'nobody', name: 'nothing' }) },
  { route: 'chat.attach', inputFrom: withId(note) },
  {
    route: 'chat.attachment',
    inputFrom: async (client) => ({
      id: (await client.chat.attach({ id: await conversationId(client), ...note })).id,
    }),
  },
  { route: 'chat.estimate', inputFrom: withId({ text: 'more' }) },
  { route: 'chat.export', inputFrom: withId({ format: 'markdown' }) },
  { route: 'chat.remove', inputFrom: withId() },
  { route: 'chat.restore', inputFrom: withId() },
  { route: 'chat.restore', fails: 'NOT_FOUND', inputFrom: withId() },
]
