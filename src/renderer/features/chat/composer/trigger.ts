/** Detects typing that opens a list: `@` for a resource, `/` for a prompt. Pure. */

export interface Trigger {
  readonly kind: 'resource' | 'prompt'
  readonly query: string
  /** The index at which the typed command starts. The command ends at the caret. */
  readonly start: number
}

const maxQueryLength = 80

/** The list that the typed text opens. `/` opens a list only at the start of a message. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret)
  const prompt = /^\/([^\n/]*)$/.exec(before)
  if (prompt?.[1] !== undefined && prompt[1].length <= maxQueryLength)
    return { kind: 'prompt', query: prompt[1], start: 0 }
  const resource = /(?:^|\s)@([^\s@]*)$/.exec(before)
  if (resource?.[1] === undefined || resource[1].length > maxQueryLength) return null
  return { kind: 'resource', query: resource[1], start: caret - resource[1].length - 1 }
}

export function withoutTrigger(text: string, trigger: Trigger): string {
  return text.slice(0, trigger.start) + text.slice(trigger.start + 1 + trigger.query.length)
}

/** Whether every typed word occurs in one of the texts. */
export function answersQuery(query: string, ...texts: readonly (string | null)[]): boolean {
  const all = texts.join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
