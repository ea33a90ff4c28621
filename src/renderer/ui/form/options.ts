/** One option of a select box or a filter. */
export interface Option<Value extends string = string> {
  readonly value: Value
  readonly title: string
}

/** One option for each title, in the titles' order. */
export function titledOptions<Value extends string>(titles: Readonly<Record<Value, string>>): Option<Value>[] {
  return Object.entries<string>(titles).map(([value, title]) => ({ value: value as Value, title }))
}
