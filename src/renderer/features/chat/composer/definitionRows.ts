/** The rows below the sum of what the definitions of tools take: they come to exactly that. Pure. */
import type { TokenEstimate } from '#contract/chat/chat'
import { counted } from '#contract/text/counted'
import { serverWord } from '#renderer/features/chat/blocks/toolCallWords.ts'

const mostServers = 8

export interface DefinitionRow {
  readonly name: string
  readonly tokens: number
}

export function definitionRows({ tools, servers }: Pick<TokenEstimate, 'tools' | 'servers'>): DefinitionRow[] {
  const sorted = [...servers].sort((one, other) => other.tokens - one.tokens)
  const [shown, more] = [sorted.slice(0, mostServers), sorted.slice(mostServers)]
  const sum = (of: readonly { readonly tokens: number }[]) => of.reduce((known, { tokens }) => known + tokens, 0)
  const others = { name: counted(more.length, 'more server'), tokens: sum(more) }
  const search = { name: 'The search for tools', tokens: tools - sum(servers) }
  return [
    ...shown.map(({ server, tokens }) => ({ name: serverWord(server), tokens })),
    ...[others, search].filter(({ tokens }) => tokens > 0),
  ]
}
