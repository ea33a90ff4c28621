/** How much of a tool's result a conversation keeps and its model reads. The whole is in the record of the call. Pure. */

type Fields = Readonly<Record<string, unknown>>

const mostCharacters = 100_000
const mostBlocks = 200

export interface CappedResult {
  readonly content?: unknown[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

/** `callId`: by which the whole can be read; null where it is not recorded. */
export function capResult(result: Fields, callId: string | null): CappedResult {
  let left = mostCharacters
  const cap = (text: string): string => {
    const kept = capText(text, left)
    left = Math.max(0, left - kept.length)
    return kept
  }
  const all = Array.isArray(result['content']) ? (result['content'] as unknown[]) : undefined
  const content = all?.slice(0, mostBlocks).map((block) => capBlock(Object(block) as Fields, cap))
  if (all !== undefined && content !== undefined && all.length > mostBlocks)
    content.push({ type: 'text', text: `[${all.length - mostBlocks} more parts were left out.]` })
  const isCut = left === 0 || (all?.length ?? 0) > mostBlocks
  if (isCut && callId !== null)
    content?.push({ type: 'text', text: `[The whole result can be read with the tool read_result, call ${callId}.]` })
  const structured = result['structuredContent']
  const isSmall = structured !== undefined && JSON.stringify(structured).length <= mostCharacters
  return {
    ...(content === undefined ? {} : { content }),
    ...(isSmall ? { structuredContent: structured } : {}),
    ...(result['isError'] === true ? { isError: true } : {}),
    // Without content, the structured part is all that there is to read.
    ...(content === undefined && structured !== undefined && !isSmall
      ? { content: [{ type: 'text', text: capText(JSON.stringify(structured), mostCharacters) }] }
      : {}),
  }
}

/** Beginning and end say most of what a text is. */
export function capText(text: string, most: number): string {
  if (text.length <= most) return text
  const head = Math.ceil(most * 0.8)
  const tail = most - head
  return `${text.slice(0, head)}\n[… ${text.length - most} characters were left out …]\n${tail === 0 ? '' : text.slice(-tail)}`
}

function capBlock(block: Fields, cap: (text: string) => string): Fields {
  if (typeof block['text'] === 'string') return { ...block, text: cap(block['text']) }
  const resource = block['resource']
  if (typeof resource === 'object' && resource !== null) {
    const { text, blob, ...rest } = resource as Fields
    if (typeof text === 'string') return { ...block, resource: { ...rest, text: cap(text) } }
    if (typeof blob === 'string') return { ...block, resource: { ...rest, bytes: bytesOf(blob) } }
    return block
  }
  if (block['type'] === 'audio' && typeof block['data'] === 'string') {
    const { data, ...rest } = block
    return { ...rest, bytes: bytesOf(data) }
  }
  if (['image', 'resource_link'].includes(String(block['type']))) return block
  const text = JSON.stringify(block)
  return text.length <= 10_000 ? block : { type: 'text', text: cap(text) }
}

function bytesOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4)
}
