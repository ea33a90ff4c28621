/** Variables or headers while a person edits them. Pure. */
export interface EnvironmentRow {
  readonly id: number
  readonly name: string
  readonly value: string
  /** The name of the stored value. While no value is typed, the stored one is used. Only the engine has it. */
  readonly kept?: string
  /** The row came with pasted text, and the next pasted text replaces it. */
  readonly pasted?: boolean
}

export function environmentError(rows: readonly EnvironmentRow[]): string | undefined {
  const names = rows.map((row) => row.name.trim())
  if (rows.some((row) => row.name.trim() === '' && row.value !== '')) return 'enter a name for each value'
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) return `${twice} is used twice`
  const odd = names.find((name) => /[=\0]/.test(name))
  return odd === undefined ? undefined : `${odd} is not a valid name`
}

export function environmentOf(rows: readonly EnvironmentRow[]): Record<string, string> {
  const named = rows.filter((row) => row.name.trim() !== '')
  return Object.fromEntries(named.map((row) => [row.name.trim(), row.value]))
}
