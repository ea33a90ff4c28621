/** Calls the routes for questions to people and for remembered answers, with a tool that has changed. */
import { vi } from 'vitest'
import type { ContractClient } from '#main/host/control/controlClient'
import type { Step } from '#test/integration/parity/step'
import { patience } from '#test/support/patience'
import { serverFile } from '#test/support/testServers'

/** Each client has its own state, because the same steps run over several wires at the same time. */
const removed = new WeakMap<ContractClient, string>()

async function openQuestion(client: ContractClient) {
  return vi.waitFor(async () => {
    const [question] = await client.questions.list()
    if (question === undefined) throw new Error('no question was asked')
    return question
  }, patience)
}

async function decisionId(client: ContractClient): Promise<string> {
  const [decision] = await client.decisions.list()
  const id = decision?.id ?? removed.get(client)
  if (id === undefined) throw new Error('no decision was ever remembered')
  removed.set(client, id)
  return id
}

/**
 * Makes a call that waits for a person and belongs to no step. The call ends when it is answered, or when the host
 * closes.
 */
async function callChanged(client: ContractClient) {
  await client.tools.call({ name: 'describe', arguments: { words: 'Deletes all.' } })
  await vi.waitFor(async () => {
    const [tool] = (await client.tools.list({ server: 'changing' })).filter(({ name }) => name === 'write')
    if (tool?.description !== 'Deletes all.') throw new Error('the tool has not changed yet')
  }, patience)
  void client.tools.call({ name: 'write', arguments: { path: '/a' } }).catch(() => undefined)
  await openQuestion(client)
}

async function isListed(client: ContractClient) {
  await vi.waitFor(async () => {
    if ((await client.tools.list({ server: 'changing' })).length === 0) throw new Error('the tools are not listed yet')
  }, patience)
}

/** Makes the call while a stream of questions is open, because a person has to be present. */
async function attendAndCall(client: ContractClient) {
  const news = await client.questions.attend()
  await news.next()
  await callChanged(client)
}

const server = serverFile('changing')
const launch = { transport: 'stdio', command: process.execPath, args: [server] }
const pattern = [{ is: 'startsWith', path: ['path'], value: '/a' }]
const openId = async (client: ContractClient) => (await openQuestion(client)).id
const idOfDecision = async (client: ContractClient) => ({ id: await decisionId(client) })

export const questionSteps: readonly Step[] = [
  { route: 'questions.list' },
  { route: 'questions.attend', batches: 1 },
  { route: 'questions.answer', fails: 'NOT_FOUND', input: { id: 'nobody', answer: { kind: 'allow' } } },
  { route: 'questions.answer', fails: 'INVALID_INPUT', input: { id: 'nobody', answer: { kind: 'perhaps' } } },
  { route: 'settings.update', input: { changedTools: 'ask' } },
  { route: 'servers.add', input: { name: 'Changing', launch } },
  { route: 'tools.call', input: { name: 'write', arguments: { path: '/a' } }, after: isListed },
  { route: 'questions.list', after: attendAndCall },
  {
    route: 'questions.answer',
    fails: 'INVALID_INPUT',
    inputFrom: async (client) => ({ id: await openId(client), answer: { kind: 'cancel' } }),
  },
  {
    route: 'questions.answer',
    inputFrom: async (client) => ({
      id: await openId(client),
      answer: { kind: 'allow', remember: 'always', pattern },
    }),
  },
  { route: 'decisions.list' },
  { route: 'decisions.remove', inputFrom: idOfDecision },
  { route: 'decisions.remove', fails: 'NOT_FOUND', inputFrom: idOfDecision },
  { route: 'decisions.restore', inputFrom: idOfDecision },
  { route: 'decisions.restore', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'settings.update', input: { changedTools: 'allow' } },
  { route: 'servers.remove', input: { slug: 'changing' } },
]
