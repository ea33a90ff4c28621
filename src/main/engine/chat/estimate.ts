/** Estimates how much is sent to the model along with a conversation's next message. */
import type { TokenEstimate } from '#contract/chat/chat'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import type { ModelRequest } from '#engine/chat/models/modelClient'
import type { RequestMaker } from '#engine/chat/runs/asking/requestMaker'
import type { ToolOffer } from '#engine/chat/tools/toolOffers'
import { apportion } from '#engine/chat/apportion'
import { estimatedTokens } from '#contract/text/tokens'

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
  const isDeferred = toolset.deferral !== 'none'
  // A deferred tool costs nothing until the model has found it.
  const seen = toolset.wire.filter((tool) => tool['defer_loading'] !== true)
  const isSent = new Set(seen.map(({ name }) => name))
  const sent = offers.filter(({ publicName }) => isSent.has(publicName))
  const tools = seen.reduce((sum, tool) => sum + estimatedTokens(JSON.stringify(tool)), 0)
  const estimated = [
    estimatedTokens(JSON.stringify(request.system)),
    estimatedTokens(JSON.stringify(request.messages, withoutBytes)),
    tools,
  ]
  const exact = await setting.client.countTokens(request, signal).catch(() => null)
  const total = exact ?? estimated.reduce((sum, part) => sum + part, 0)
  const [ofSystem = 0, ofMessages = 0, ofTools = 0] = apportion(total, estimated)
  return {
    exact: exact !== null,
    total,
    system: ofSystem,
    messages: ofMessages,
    tools: ofTools,
    servers: byServer(sent, tools, ofTools),
    deferred: isDeferred,
    found: offers.reduce((sum, offer) => sum + (isSent.has(offer.publicName) ? 0 : offer.tokens), 0),
    refused: refused.map(({ publicName, reason }) => ({ publicName, reason })),
    window: setting.model.window,
  }
}

/** Cuts off attachment data, because an image's tokens do not depend on its size in bytes. */
function withoutBytes(key: string, value: unknown): unknown {
  return key === 'data' && typeof value === 'string' ? value.slice(0, 6_000) : value
}

/**
 * The cost per server, most expensive first. `estimated`: all definitions by their length, including tools that are not
 * in `offers`. `total`: the tokens to distribute.
 */
function byServer(offers: readonly ToolOffer[], estimated: number, total: number): TokenEstimate['servers'] {
  const rest = Math.max(0, estimated - offers.reduce((sum, { tokens }) => sum + tokens, 0))
  const shares = apportion(total, [...offers.map(({ tokens }) => tokens), rest])
  const servers = new Map<string, TokenEstimate['servers'][number]>()
  for (const [index, { server, publicName }] of offers.entries()) {
    const tokens = shares[index] ?? 0
    const known = servers.get(server) ?? { server, tokens: 0, tools: [] }
    servers.set(server, { server, tokens: known.tokens + tokens, tools: [...known.tools, { publicName, tokens }] })
  }
  return [...servers.values()].sort((one, other) => other.tokens - one.tokens)
}
