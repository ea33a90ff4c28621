/**
 * How clients write what is filled in later, and how Switchboard does: `${input:x}`, `${env:X}`, `${X:-y}` and their
 * like become `${NAME}` of the vault, or what they stand for. Pure.
 */

export interface Surroundings {
  /** The person's home folder. */
  readonly home: string
  /** The folder of the project that the file belongs to; null for a file that holds everywhere. */
  readonly folder: string | null
  readonly separator: string
}

export interface Translated {
  readonly value: unknown
  /** In words, for the person who decides. */
  readonly notes: readonly string[]
  /** What nobody but that client can fill in. */
  readonly problems: readonly string[]
}

/** Everything in braces, but for `$${`, which stands for itself. */
const notation = /\$\$\{|\$\{([^{}]*)\}/g
const inputs = /^input:(.+)$/
const variables = /^env:(.+)$/
const withDefault = /^([A-Za-z_]\w*):-(.*)$/s
const plain = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
/** Notations that only their own client understands. */
const foreign =
  /^(?:command|config|file|workspaceFolder|workspaceFolderBasename|fileDirname|relativeFile|cwd|extensionInstallFolder)(?::.*)?$/

/** Every text inside, also in lists and objects; names are left as they are. */
export function translate(value: unknown, surroundings: Surroundings): Translated {
  const notes = new Set<string>()
  const problems = new Set<string>()
  const fill = (whole: string, inside: string | undefined): string => {
    if (inside === undefined) return whole
    const known = meaningOf(inside, surroundings)
    if (known === null) {
      if (foreign.test(inside))
        problems.add(`${whole} means something to that client alone: write out what it stands for`)
      return whole
    }
    if (known.note !== null) notes.add(`${whole} ${known.note}`)
    return known.text
  }
  const changed = mapTexts(value, (text) => text.replace(notation, fill))
  return { value: changed, notes: [...notes], problems: [...problems] }
}

interface Meaning {
  readonly text: string
  readonly note: string | null
}

function meaningOf(inside: string, { home, folder, separator }: Surroundings): Meaning | null {
  const reference = inputs.exec(inside)?.[1] ?? variables.exec(inside)?.[1]
  if (reference !== undefined) {
    const name = secretNameOf(reference)
    return { text: `\${${name}}`, note: `became \${${name}}, a secret` }
  }
  const fallback = withDefault.exec(inside)?.[2]
  if (fallback !== undefined)
    return { text: fallback, note: `became ${JSON.stringify(fallback)}, the value it falls back on` }
  if (plain.test(inside) && inside !== 'userHome' && inside !== 'workspaceFolder' && inside !== 'pathSeparator')
    return null
  if (inside === 'userHome') return { text: home, note: null }
  if (inside === 'pathSeparator' || inside === '/') return { text: separator, note: null }
  if (inside === 'workspaceFolder' && folder !== null) return { text: folder, note: `became ${folder}` }
  return null
}

/** What a reference to the vault can be called. */
export function secretNameOf(text: string): string {
  const name = text
    .trim()
    .replace(/[^A-Za-z0-9_.-]/g, '_')
    .replace(/^[.-]+/, '')
    .slice(0, 200)
  return name === '' ? 'SECRET' : name
}

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]))
}
