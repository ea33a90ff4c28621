/** Exports a conversation as a file for people or programs. Foreign text cannot end a code block early. Pure. */
import type { Block, Conversation, Message, ToolCallBlock } from '#contract/chat/chat'

export type ExportFormat = 'markdown' | 'json'

export interface ExportedConversation {
  readonly name: string
  readonly mediaType: string
  readonly text: string
}

export function exportConversation(
  conversation: Conversation,
  messages: readonly Message[],
  format: ExportFormat,
): ExportedConversation {
  const name = fileName(conversation.title)
  if (format === 'markdown')
    return { name: `${name}.md`, mediaType: 'text/markdown', text: asMarkdown(conversation, messages) }
  const { draft: _draft, next: _next, run: _run, ...kept } = conversation
  const text = `${JSON.stringify({ format: 'switchboard-conversation', version: 1, conversation: kept, messages }, null, 2)}\n`
  return { name: `${name}.json`, mediaType: 'application/json', text }
}

function fileName(title: string): string {
  const words = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|(?<!-)-+$/g, '')
  return words === '' ? 'conversation' : words.slice(0, 60)
}

function asMarkdown({ title }: Conversation, messages: readonly Message[]): string {
  const parts = messages.map((message) => {
    const who = { user: 'You', assistant: message.model ?? 'Assistant', summary: 'Summary of earlier messages' }[
      message.role
    ]
    const blocks = message.blocks.map(blockText).filter((text) => text !== '')
    return `## ${who}\n\n${blocks.join('\n\n')}`
  })
  return `# ${title === '' ? 'Conversation' : title.replaceAll('\n', ' ')}\n\n${parts.join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text.trim()
    case 'thinking':
      return block.text.trim() === '' ? '' : quoted(`*Thinking:* ${block.text.trim()}`)
    case 'toolCall':
      return callText(block)
    case 'attachment':
      return `*Attached: ${block.name} (${block.mediaType}, ${block.bytes} bytes)*`
    case 'resource':
      return `*Resource:* \`${block.uri}\`${block.text === null ? '' : `\n\n${fenced('', block.text)}`}`
    case 'notice':
      return `*${block.text}*`
    case 'other':
      return ''
  }
}

function callText({ server, toolName, publicName, status, arguments: args, result, error }: ToolCallBlock): string {
  const name = server === null ? publicName : `${server} / ${toolName}`
  const said = (result?.content ?? []).map((content) => {
    const { type, text } = Object(content) as Record<string, unknown>
    return type === 'text' && typeof text === 'string' ? text : `[${String(type)}]`
  })
  const outcome = [...said, ...(error === null ? [] : [error])].join('\n')
  return [`**Tool: ${name}** (${status})`, fenced('json', args), ...(outcome === '' ? [] : [fenced('', outcome)])].join(
    '\n\n',
  )
}

/** Uses a fence that is longer than any in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}
