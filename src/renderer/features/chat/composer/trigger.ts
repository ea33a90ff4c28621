/** What is being typed that wants a list: `@` a resource, `/` a prompt. Pure. */

export interface Trigger {
  readonly kind: 'resource' | 'prompt'
  readonly query: string
  /** Where it begins in the text; it ends at the caret. */
  readonly start: number
}

const longestQuery = 80

/** `/` counts at the beginning of a message only: elsewhere it is a slash. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret)
  const prompt = /^\/([^\n/]*)$/.exec(before)
  if (prompt?.[1] !== undefined && prompt[1].length <= longestQuery)
    return { kind: 'prompt', query: prompt[1], start: 0 }
  const resource = /(?:^|\s)@([^\s@]*)$/.exec(before)
  if (resource?.[1] === undefined || resource[1].length > longestQuery) return null
  return { kind: 'resource', query: resource[1], start: caret - resource[1].length - 1 }
}

export function withoutTrigger(text: string, trigger: Trigger): string {
  return text.slice(0, trigger.start) + text.slice(trigger.start + 1 + trigger.query.length)
}

/** Every word that was typed is in it somewhere. */
export function answersQuery(query: string, ...texts: readonly (string | null)[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
