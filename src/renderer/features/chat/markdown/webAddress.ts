/**
 * Finds web addresses in running text. The parser's own search for web and mail addresses looks ahead from every
 * letter; this one reads each letter once. A mail address becomes a link only if it is written as a link. Pure.
 */
import type { Tokens } from 'marked'

const address = /^(?:https?:\/\/|www\.)[^\s<]{1,4000}/i
/** A piece of plain text: up to the next character that may start a mark or an address. */
const running = /^(?:[`~]+|[^`~])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<[`*_~$]|!\[|https?:\/\/|www\.)|[^ ](?= {2,}\n)|$))/i
const ends = new Set('?!.,:;*_~\'"')

/** The address at the start of the text, without punctuation that ends a sentence or closes a bracket opened before. */
function addressAt(source: string): string | null {
  const found = address.exec(source)?.[0]
  if (found === undefined) return null
  let open = 0
  for (const char of found) open += char === '(' ? 1 : char === ')' ? -1 : 0
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    if (last === ')' && open < 0) open += 1
    else if (!ends.has(last)) break
  }
  const written = found.slice(0, end)
  return /^(?:https?:\/\/|www\.)[\p{L}\p{N}[]/iu.test(written) ? written : null
}

/** Returns undefined if no address starts here. */
export function addressToken(source: string): Tokens.Link | undefined {
  const raw = addressAt(source)
  if (raw === null) return undefined
  const href = /^www\./i.test(raw) ? `http://${raw}` : raw
  return { type: 'link', raw, text: raw, href, tokens: [{ type: 'text', raw, text: raw }] }
}

export function textToken(source: string): Tokens.Text | undefined {
  const raw = running.exec(source)?.[0]
  return raw === undefined ? undefined : { type: 'text', raw, text: raw, escaped: false }
}
