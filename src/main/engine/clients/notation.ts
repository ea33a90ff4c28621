/**
 * Converts other clients' placeholders to Switchboard's: `${input:x}`, `${env:X}`, `${X:-y}` and similar become a
 * `${NAME}` from the vault, or the value they stand for. Pure.
 */

export interface Surroundings {
  /** The person's home folder. */
  readonly home: string
  /** The folder of the file's project. Null for a file that applies everywhere. */
  readonly folder: string | null
  readonly separator: string
}

export interface Translated {
  readonly value: unknown
  /** Notes for the person who decides. */
  readonly notes: readonly string[]
  /** Placeholders that only their own client can fill in. */
  readonly problems: readonly string[]
}

/** Everything in braces after `$`, except `$${`, which stands for itself. */
const notation = /\$\$\{|\$\{([^{}]*)\}/g
const inputs = /^input:(.+)$/
const variables = /^env:(.+)$/
const withDefault = /^([A-Za-z_]\w*):-(.*)$/s
const plain = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/
/** Placeholders that only their own client understands. */
const foreign =
  /^(?:command|config|file|workspaceFolder|workspaceFolderBasename|fileDirname|relativeFile|cwd|extensionInstallFolder)(?::.*)?$/

/** Translates every string in a value, also in lists and objects. Keys stay unchanged. */
export function translate(value: unknown, surroundings: Surroundings): Translated {
  const notes = new Set<string>()
  const problems = new Set<string>()
  const fill = (whole: string, inside: string | undefined): string => {
    if (inside === undefined) return whole
    const known = meaningOf(inside, surroundings)
    if (known === null) {
      if (foreign.test(inside)) problems.add(`only that client understands ${whole}: replace it with its value`)
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
  if (fallback !== undefined) return { text: fallback, note: `became ${JSON.stringify(fallback)}, its default value` }
  if (plain.test(inside) && inside !== 'userHome' && inside !== 'workspaceFolder' && inside !== 'pathSeparator')
    return null
  if (inside === 'userHome') return { text: home, note: null }
  if (inside === 'pathSeparator' || inside === '/') return { text: separator, note: null }
  if (inside === 'workspaceFolder' && folder !== null) return { text: folder, note: `became ${folder}` }
  return null
}

/** Makes a valid secret name for a reference to the vault. */
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
