/** What the next message of a conversation would carry along, before it is sent. */
import type { TokenEstimate } from '#contract/chat'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import type { ModelRequest } from '#engine/chat/models/modelClient'
import type { RequestMaker } from '#engine/chat/runs/requestMaker'
import type { ToolOffer } from '#engine/chat/tools/toolOffers'
import { estimatedTokens } from '#engine/policies/toolCost'

export async function estimateTokens(
  live: LiveConversation,
  requests: RequestMaker,
  text: string,
  signal: AbortSignal,
): Promise<TokenEstimate> {
  const setting = await requests.setting(signal)
  const toolset = requests.toolset(setting)
  const made = await requests.request(setting, toolset, await live.branch())
  const draft = [{ type: 'text', text: text === '' ? '…' : text }]
  const request: ModelRequest = { ...made, messages: [...made.messages, { role: 'user', content: draft }] }
  const { offers, refused } = toolset.offers
  const system = estimatedTokens(JSON.stringify(request.system))
  const messages = estimatedTokens(JSON.stringify(request.messages, withoutBytes))
  const isDeferred = toolset.deferral !== 'none'
  // What the model does not see until it was found costs nothing yet.
  const seen = toolset.wire.filter((tool) => tool['defer_loading'] !== true)
  const tools = seen.reduce((sum, tool) => sum + estimatedTokens(JSON.stringify(tool)), 0)
  const exact = await setting.client.countTokens(request, signal).catch(() => null)
  return {
    exact: exact !== null,
    total: exact ?? system + messages + tools,
    system,
    messages,
    tools,
    servers: byServer(offers),
    deferred: isDeferred,
    refused: refused.map(({ publicName, reason }) => ({ publicName, reason })),
    window: setting.model.window,
  }
}

/** An image is not as many tokens as its bytes are long. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === 'data' && typeof value === 'string' ? value.slice(0, 6_000) : value
}

function byServer(offers: readonly ToolOffer[]): TokenEstimate['servers'] {
  const servers = new Map<string, TokenEstimate['servers'][number]>()
  for (const { server, publicName, tokens } of offers) {
    const known = servers.get(server) ?? { server, tokens: 0, tools: [] }
    servers.set(server, { server, tokens: known.tokens + tokens, tools: [...known.tools, { publicName, tokens }] })
  }
  return [...servers.values()].sort((one, other) => other.tokens - one.tokens)
}
