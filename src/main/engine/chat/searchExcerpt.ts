/** Cuts out the text around a search hit. Pure. */
const before = 40
const after = 120

/** `body` is a block as it is stored. */
export function excerptAround(body: string, wanted: string): string | null {
  const { block } = JSON.parse(body) as { readonly block: Readonly<Record<string, unknown>> }
  const text = [block['text'], block['name'], block['publicName']].find((one) => typeof one === 'string')
  if (typeof text !== 'string') return null
  const at = text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at === -1) return null
  const start = Math.max(0, at - before)
  const end = Math.min(text.length, at + wanted.length + after)
  const words = text.slice(start, end).replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${words}${end < text.length ? '…' : ''}`
}
