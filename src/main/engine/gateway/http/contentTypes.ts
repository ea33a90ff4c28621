/** Reads which media types a request contains and accepts. Pure. */

/** Whether the body is JSON. A parameter such as the charset may follow. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false
  if (contentType === 'application/json') return true
  const end = contentType.indexOf(';')
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase() === 'application/json'
}

/** Whether the client accepts each of `types` (such as "application/json"), by name or by wildcard. */
export function accepts(accept: string | undefined, ...types: readonly string[]): boolean {
  if (accept === undefined) return false
  const ranges = accept.split(',').map((range) => (range.split(';')[0] ?? '').trim().toLowerCase())
  return types.every((type) => ranges.some((range) => range === type || range === '*/*' || range === wildcardOf(type)))
}

function wildcardOf(type: string): string {
  return `${type.slice(0, type.indexOf('/'))}/*`
}

/** Whether the client accepts JSON and event streams. Nearly every client's header is recognised without parsing. */
export function acceptsAnswers(accept: string | undefined): boolean {
  if (accept === 'application/json, text/event-stream' || accept === 'text/event-stream, application/json') return true
  return accepts(accept, 'application/json', 'text/event-stream')
}
