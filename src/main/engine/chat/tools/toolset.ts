/**
 * Decides which of a scope's tools a request contains. If there are few tools, all are sent. If there are many, the
 * model searches for the ones it needs. Either way, a conversation's list stays the same from request to request, so
 * that it is cached.
 */
import type { ModelSourceKind } from '#contract/chat/modelSources'
import { textIn } from '#engine/chat/requests/textIn'
import { searchTools } from '#engine/chat/tools/toolSearch'
import type { ToolOffer, ToolOffers } from '#engine/chat/tools/toolOffers'
import type { WireBlock, WireTool } from '#engine/chat/models/modelClient'

/** The limits up to which all tools are sent. Beyond either, models choose badly and every request is expensive. */
const maxTools = 64
const maxTokens = 12_000

/**
 * `none`: all tools are sent. `references`: all are sent, but the model sees only those it found. `inText`: the model
 * reads definitions in the search result, and calls the tools through one of ours.
 */
export type Deferral = 'none' | 'references' | 'inText'

export interface Toolset {
  readonly deferral: Deferral
  readonly offers: ToolOffers
  readonly wire: readonly WireTool[]
  readonly searchName: string
  readonly callName: string
}

/**
 * How each source's model gets its tools if there are too many. The practice model is a script, which reads any number
 * at no cost.
 */
const manyTools: Readonly<Record<ModelSourceKind, Deferral>> = {
  anthropic: 'references',
  custom: 'inText',
  practice: 'none',
}

export function deferralFor({ offers }: ToolOffers, kind: ModelSourceKind): Deferral {
  const tokens = offers.reduce((sum, offer) => sum + offer.tokens, 0)
  return offers.length <= maxTools && tokens <= maxTokens ? 'none' : manyTools[kind]
}

export function toolsetOf(offers: ToolOffers, deferral: Deferral): Toolset {
  const free = (name: string) => (offers.byName.has(name) ? `switchboard_${name}` : name)
  const searchName = free('find_tools')
  const callName = free('call_tool')
  const all = offers.offers.map((offer) => offer.wire)
  const wireBy: Readonly<Record<Deferral, () => readonly WireTool[]>> = {
    none: () => all,
    references: () => [searchTool(searchName, offers, ''), ...all.map((tool) => ({ ...tool, defer_loading: true }))],
    inText: () => [
      searchTool(searchName, offers, ` Call what you found with ${callName}.`),
      callTool(callName, searchName),
    ],
  }
  return { deferral, offers, wire: wireBy[deferral](), searchName, callName }
}

/** What a tool use by the model means. */
export type ToolUse =
  | { readonly kind: 'search'; readonly query: string }
  | { readonly kind: 'call'; readonly publicName: string; readonly args: unknown }

export function readToolUse(toolset: Toolset, name: string, args: unknown): ToolUse {
  const fields = Object(args) as Record<string, unknown>
  if (toolset.deferral !== 'none' && name === toolset.searchName)
    return { kind: 'search', query: textIn(fields, 'query') }
  if (toolset.deferral === 'inText' && name === toolset.callName)
    return { kind: 'call', publicName: textIn(fields, 'name'), args: fields['arguments'] ?? {} }
  return { kind: 'call', publicName: name, args }
}

export interface SearchAnswer {
  /** The answer for the model. */
  readonly wire: readonly WireBlock[]
  /** The answer for a person. */
  readonly text: string
}

export function answerSearch(toolset: Toolset, query: string): SearchAnswer {
  const found = searchTools(toolset.offers.offers, query)
  if (found.length === 0) {
    const text = 'No tool matches. Try other words.'
    return { wire: [{ type: 'text', text }], text }
  }
  const text = found.map((offer) => `${offer.publicName}: ${(offer.wire.description ?? '').split('\n')[0]}`).join('\n')
  if (toolset.deferral === 'references')
    return { wire: found.map((offer) => ({ type: 'tool_reference', tool_name: offer.publicName })), text }
  return { wire: [{ type: 'text', text: found.map((offer) => JSON.stringify(offer.wire)).join('\n') }], text }
}

function searchTool(name: string, { offers }: ToolOffers, more: string): WireTool {
  const servers = [...new Set(offers.map((offer: ToolOffer) => offer.server))].sort().join(', ')
  return {
    name,
    description:
      `Finds tools among the ${offers.length} that are available from the servers ${servers}. ` +
      `Search before you say that you cannot do something.${more}`,
    input_schema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words for what the tool should do, or its name.' } },
      required: ['query'],
    },
  }
}

function callTool(name: string, searchName: string): WireTool {
  return {
    name,
    description: `Calls a tool that ${searchName} found.`,
    input_schema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The name of the tool.' },
        arguments: { type: 'object', description: "The tool's arguments, as its input_schema defines them." },
      },
      required: ['name', 'arguments'],
    },
  }
}
