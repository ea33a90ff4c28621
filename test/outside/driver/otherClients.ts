/** REST, the command and the chat, each with the interface of a client. */
import { vi } from 'vitest'
import { factsOf, type Address } from '#test/outside/driver/addresses'
import { openMcp } from '#test/outside/driver/mcpClients'
import { resultOutcome, type ListedTool, type OutsideClient, type Outcome } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import type { Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'

export async function openClient(place: Place, address: Address, server: string): Promise<OutsideClient> {
  switch (factsOf(address).by) {
    case 'legacy':
    case 'modern':
      return openMcp(place, address, server)
    case 'REST':
      return overRest(place)
    case 'command':
      return byCommand(place, address === 'command --config' ? ['--config', place.file] : [])
    case 'chat':
      return inChat(place)
  }
}

const nothingToClose = () => Promise.resolve()

export function overRest(place: Place): OutsideClient {
  return {
    tools: () => place.rest<ListedTool[]>('GET', '/tools/listed'),
    call: async (name, args = {}) => {
      const { status, body } = await place.tryRest('POST', '/tools/call', { name, arguments: args })
      if (status === 200) return resultOutcome(body)
      return { ok: false, text: String(body['message']), code: String(body['code']), result: null }
    },
    mcp: null,
    close: nothingToClose,
  }
}

function byCommand(place: Place, more: readonly string[]): OutsideClient {
  const list = async () => JSON.parse((await place.command('tools', '--json', ...more)).stdout) as ListedTool[]
  let kept: Promise<ListedTool[]> | null = null
  return {
    // A command that starts the servers of a file itself finds the same tools each time, so the list is kept.
    tools: () => (more.length === 0 ? list() : (kept ??= list())),
    call: async (name, args = {}) => {
      const { code, stdout, stderr } = await place.command('call', name, JSON.stringify(args), '--json', ...more)
      // A result that reports a failure is also printed.
      if (stdout.startsWith('{')) return resultOutcome(JSON.parse(stdout) as Json)
      return { ok: false, text: stderr, code, result: null }
    },
    mcp: null,
    close: nothingToClose,
  }
}

interface Block extends Json {
  readonly kind: string
  readonly status?: string
  readonly result?: Json | null
  readonly error?: string | null
}

/**
 * Returns a client that calls through the chat. The model follows instructions in the user's message (see
 * `scriptedModel`).
 */
function inChat(place: Place): OutsideClient {
  const project = place.isOnlyProject ? {} : { projectId: place.project }
  const turn = async (words: Json): Promise<Block | undefined> => {
    const { id } = await place.rest<{ id: string }>('POST', '/chat/conversations', project)
    const parts = [{ kind: 'text', text: JSON.stringify(words) }]
    await place.rest('POST', `/chat/conversations/${id}/messages`, { parts })
    const { messages } = await vi.waitFor(async () => {
      const { run } = await place.rest<{ run: Json }>('GET', `/chat/conversations/${id}`)
      if (run['kind'] !== 'idle') throw new Error(`the turn is ${JSON.stringify(run)}`)
      return place.rest<{ messages: { blocks: Block[] }[] }>('GET', `/chat/conversations/${id}/messages`)
    }, patience)
    return messages.at(-1)?.blocks.find(({ kind }) => kind === 'toolCall')
  }
  return {
    tools: async () => {
      const label = `list ${place.newId()}`
      await turn({ say: label })
      return place.model.offered(label)
    },
    call: async (name, args = {}) => {
      await place.attend()
      const block = await turn({ use: name, input: args })
      if (block === undefined) throw new Error('the model was told to call a tool, but the turn has no call')
      return outcomeOf(block)
    },
    mcp: null,
    close: nothingToClose,
  }
}

function outcomeOf({ status, result, error }: Block): Outcome {
  if (result !== null && result !== undefined) return resultOutcome(result)
  return { ok: false, text: error ?? '', code: status ?? null, result: null }
}
