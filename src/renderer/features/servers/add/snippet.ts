/** The JSON snippet of a README, as people paste it: whole file, inner object, or a fragment with comments. Pure. */
import { parse, type ParseError } from 'jsonc-parser'
import { isObject } from '#contract/jsonObject'
import { joinWords } from '#renderer/features/servers/commandLine.ts'

export interface SnippetServer {
  readonly name: string
  /** A command line, or the address of a remote server. */
  readonly line: string
  /** Variables of its environment, or headers. */
  readonly values: Readonly<Record<string, string>>
  readonly cwd: string | null
}

export type Snippet =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly server: SnippetServer }
  /** More than one server: work for the import. `text` is a whole configuration file. */
  | { readonly kind: 'many'; readonly names: readonly string[]; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string }

type Fields = Record<string, unknown>

function read(text: string): Fields | null {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && isObject(value) ? value : null
}

function entriesOf(value: Fields): Fields {
  for (const key of ['mcpServers', 'servers', 'context_servers'] as const) {
    const inner = value[key]
    if (isObject(inner)) return inner
  }
  const { mcp } = value
  if (isObject(mcp)) return entriesOf(mcp)
  return 'command' in value || 'url' in value ? { '': value } : value
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const textFields = (value: unknown): Record<string, string> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, String(field)])) : {}

function serverOf(name: string, entry: Fields): Snippet {
  const { command, url, cwd } = entry
  if (typeof command === 'string') {
    const line = joinWords([command, ...texts(entry['args'])])
    const values = textFields(entry['env'])
    return { kind: 'one', server: { name, line, values, cwd: typeof cwd === 'string' ? cwd : null } }
  }
  if (typeof url === 'string')
    return { kind: 'one', server: { name, line: url, values: textFields(entry['headers']), cwd: null } }
  return { kind: 'problem', message: 'This snippet has neither a "command" nor a "url".' }
}

export function readSnippet(text: string): Snippet {
  const trimmed = text.trim().replace(/,$/, '')
  if (!/^[{"/]/.test(trimmed) || !trimmed.includes('{')) return { kind: 'none' }
  const value = read(trimmed) ?? read(`{${trimmed}}`)
  if (value === null)
    return trimmed.startsWith('{') ? { kind: 'problem', message: 'This JSON is not complete.' } : { kind: 'none' }
  const entries = Object.entries(entriesOf(value))
  const [first] = entries
  if (first === undefined || !entries.every(([, entry]) => isObject(entry)))
    return { kind: 'problem', message: 'This JSON names no server.' }
  if (entries.length > 1)
    return {
      kind: 'many',
      names: entries.map(([name]) => name),
      text: JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2),
    }
  return serverOf(first[0], first[1] as Fields)
}
