/** The JSON snippet of a README, as people paste it: whole file, inner object, or a fragment with comments. Pure. */
import { parse, type ParseError } from 'jsonc-parser'

export interface SnippetServer {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string | null
}

export type Snippet =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly server: SnippetServer }
  /** More than one server: work for the import. `text` is a whole configuration file. */
  | { readonly kind: 'many'; readonly names: readonly string[]; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function read(text: string): Fields | null {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && isFields(value) ? value : null
}

function entriesOf(value: Fields): Fields {
  for (const key of ['mcpServers', 'servers', 'context_servers'] as const) {
    const inner = value[key]
    if (isFields(inner)) return inner
  }
  const { mcp } = value
  if (isFields(mcp)) return entriesOf(mcp)
  return 'command' in value || 'url' in value ? { '': value } : value
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function serverOf(name: string, entry: Fields): Snippet {
  if (typeof entry['command'] !== 'string')
    return {
      kind: 'problem',
      message:
        'url' in entry
          ? 'This snippet names an address. Only servers with a command can be added.'
          : 'This snippet has no "command".',
    }
  const env = isFields(entry['env']) ? entry['env'] : {}
  return {
    kind: 'one',
    server: {
      name,
      command: entry['command'],
      args: texts(entry['args']),
      env: Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)])),
      cwd: typeof entry['cwd'] === 'string' ? entry['cwd'] : null,
    },
  }
}

export function readSnippet(text: string): Snippet {
  const trimmed = text.trim().replace(/,$/, '')
  if (!/^[{"/]/.test(trimmed) || !trimmed.includes('{')) return { kind: 'none' }
  const value = read(trimmed) ?? read(`{${trimmed}}`)
  if (value === null)
    return trimmed.startsWith('{') ? { kind: 'problem', message: 'This JSON is not complete.' } : { kind: 'none' }
  const entries = Object.entries(entriesOf(value))
  const [first] = entries
  if (first === undefined || !entries.every(([, entry]) => isFields(entry)))
    return { kind: 'problem', message: 'This JSON names no server.' }
  if (entries.length > 1)
    return {
      kind: 'many',
      names: entries.map(([name]) => name),
      text: JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2),
    }
  return serverOf(first[0], first[1] as Fields)
}
