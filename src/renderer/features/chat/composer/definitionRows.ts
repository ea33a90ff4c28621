/** The rows under the total for tool definitions. Their sum is exactly the total. Pure. */
import type { TokenEstimate } from '#contract/chat/chat'
import { counted } from '#contract/text/counted'
import { serverWord } from '#renderer/features/chat/blocks/toolCallWords.ts'

const maxServers = 8

export interface DefinitionRow {
  readonly name: string
  readonly tokens: number
}

export function definitionRows({ tools, servers }: Pick<TokenEstimate, 'tools' | 'servers'>): DefinitionRow[] {
  const sorted = [...servers].sort((one, other) => other.tokens - one.tokens)
  const [shown, more] = [sorted.slice(0, maxServers), sorted.slice(maxServers)]
  const sum = (of: readonly { readonly tokens: number }[]) => of.reduce((known, { tokens }) => known + tokens, 0)
  const others = { name: counted(more.length, 'more server'), tokens: sum(more) }
  const search = { name: 'Tool search', tokens: tools - sum(servers) }
  return [
    ...shown.map(({ server, tokens }) => ({ name: serverWord(server), tokens })),
    ...[others, search].filter(({ tokens }) => tokens > 0),
  ]
}
