/** Variables or headers while a person writes them. Pure. */
export interface EnvironmentRow {
  readonly id: number
  readonly name: string
  readonly value: string
  /** The name of the value that it keeps while none is typed: the engine has it, no page does. */
  readonly kept?: string
  /** It came with a pasted text, and goes when another is pasted. */
  readonly pasted?: boolean
}

export function environmentError(rows: readonly EnvironmentRow[]): string | undefined {
  const names = rows.map((row) => row.name.trim())
  if (rows.some((row) => row.name.trim() === '' && row.value !== '')) return 'a value here has no name'
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index)
  if (twice !== undefined) return `${twice} is there twice`
  const odd = names.find((name) => /[=\0]/.test(name))
  return odd === undefined ? undefined : `${odd} cannot be a name`
}

export function environmentOf(rows: readonly EnvironmentRow[]): Record<string, string> {
  const named = rows.filter((row) => row.name.trim() !== '')
  return Object.fromEntries(named.map((row) => [row.name.trim(), row.value]))
}
