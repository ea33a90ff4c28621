/**
 * The practice model's answers. It understands a few plain words: enough to call a tool, so that everything can be
 * tried without an account. Pure.
 */
import { shortText } from '#contract/text/shortText'
import type { ModelRequest, WireBlock, WireTool } from '#engine/chat/models/modelClient'
import { practiceArguments } from '#engine/chat/practice/practiceArguments'
import { words } from '#engine/chat/practice/words'

export interface PracticeAnswer {
  readonly text: string
  readonly uses: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[]
}

const hello =
  'I am the practice model: a script, not Claude. I can list your tools and call them when you ask in plain words, ' +
  'for example "list the tools". Add an Anthropic key, or the address of another model, to talk with a real one.'
const maxListed = 30
const maxQuotedLength = 600
/** How much of a message is searched, from its beginning. */
const maxRead = 16_000

export function practiceAnswer({ messages, tools }: ModelRequest): PracticeAnswer {
  const last = messages.at(-1)?.content ?? []
  const results = last.filter(({ type }) => type === 'tool_result')
  const asked = last.filter(({ type }) => type === 'text').map((block) => String(block['text']))
  const text = asked.join('\n').trim().slice(0, maxRead)
  if (results.length > 0 && text === '') return say(aboutResults(results, messages))
  if (asksForTools(text)) return say(aboutTools(tools))
  const chosen = chooseTools(text, tools)
  if (chosen.length === 0) return say(tools.length === 0 || text === '' ? hello : `${hello}\n\n${aboutTools(tools)}`)
  const uses = chosen.map((tool) => ({ name: tool.name, input: practiceArguments(text, tool) }))
  const names = uses.map(({ name }) => `\`${name}\``).join(' and ')
  return { text: `I use ${names}.`, uses }
}

function asksForTools(text: string): boolean {
  const inLine = (line: string) => {
    const at = line.search(/\b(?:list|show|which|what)\b/i)
    return at !== -1 && /\btools?\b/i.test(line.slice(at))
  }
  return text.split('\n').some(inLine) || /what can you do/i.test(text)
}

function say(text: string): PracticeAnswer {
  return { text, uses: [] }
}

function aboutTools(tools: readonly WireTool[]): string {
  if (tools.length === 0) return 'This conversation has no tools. Add a server, or switch one on.'
  const lines = tools.slice(0, maxListed).map((tool) => {
    const description = (tool.description ?? '').split('\n')[0] ?? ''
    return `- \`${tool.name}\`${description === '' ? '' : `: ${description}`}`
  })
  const more = tools.length > maxListed ? `\n- and ${tools.length - maxListed} more` : ''
  return `There are ${tools.length} tools:\n\n${lines.join('\n')}${more}\n\nTry "use ${tools[0]?.name ?? ''}".`
}

function aboutResults(results: readonly WireBlock[], messages: ModelRequest['messages']): string {
  const names = new Map(
    messages.flatMap(({ content }) =>
      content.filter(({ type }) => type === 'tool_use').map((use) => [use['id'], String(use['name'])] as const),
    ),
  )
  return results
    .map((result) => {
      const name = names.get(result['tool_use_id']) ?? 'The tool'
      const said = textOf(result['content'])
      const quoted = shortText(said, maxQuotedLength)
      const verb = result['is_error'] === true ? 'failed' : 'answered'
      return `\`${name}\` ${verb}:\n\n${quoted
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}`
    })
    .join('\n\n')
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? (content as WireBlock[]) : []
  return blocks.map((block) => (block.type === 'text' ? String(block['text']) : `(${block.type})`)).join('\n')
}

/** The tools that are named exactly, or else the best match by words, if it is good enough. */
function chooseTools(text: string, tools: readonly WireTool[]): WireTool[] {
  const wanted = words(text)
  const named = tools.filter(({ name }) => new RegExp(`(?:^|[^\\w-])${escaped(name)}(?:$|[^\\w-])`, 'i').test(text))
  // A tool name that is an everyday word counts only after "use" or at the start of a sentence.
  const meant = named.filter(
    ({ name }) =>
      words(name).length > 1 ||
      new RegExp(`\\b(?:use|call|run|try|with)\\b[^.]*\\b${escaped(name)}\\b`, 'i').test(text) ||
      wanted[0] === name.toLowerCase(),
  )
  if (meant.length > 0) return meant
  const scored = tools
    .map((tool) => ({ tool, score: nearness(wanted, tool) }))
    .filter(({ score }) => score >= 2)
    .sort((one, other) => other.score - one.score || (one.tool.name < other.tool.name ? -1 : 1))
  return scored.slice(0, 1).map(({ tool }) => tool)
}

const everyday = new Set(
  'a an and are can do for from give i in is it me my of on or please the this to use with you tool tools what'.split(
    ' ',
  ),
)

function nearness(wanted: readonly string[], { name, description }: WireTool): number {
  const own = new Set(words(name))
  const said = new Set(words(description ?? ''))
  let score = 0
  for (const word of new Set(wanted)) {
    if (everyday.has(word)) continue
    if (own.has(word)) score += 2
    else if (said.has(word)) score += 1
  }
  return score
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
