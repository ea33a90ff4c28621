/**
 * Splits a sentence of advice into words, commands and addresses. For example, "Install Docker (on Debian: apt-get
 * install docker.io), see https://docs.docker.com" has one command and one address. Commands in backticks are also
 * recognized. Pure.
 */
export type RepairPart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'address'; readonly text: string }

const special = /`([^`]+)`|(https:\/\/[^\s;,()]+[^\s;,().])|((?:sudo )?apt-get install [\w.+-]+(?: [\w.+-]+)*)/g

export function repairParts(text: string): RepairPart[] {
  const parts: RepairPart[] = []
  let from = 0
  for (const match of text.matchAll(special)) {
    if (match.index > from) parts.push({ kind: 'words', text: text.slice(from, match.index) })
    const [whole, quoted, address, command] = match
    if (address === undefined) parts.push({ kind: 'command', text: quoted ?? command ?? whole })
    else parts.push({ kind: 'address', text: address })
    from = match.index + whole.length
  }
  if (from < text.length) parts.push({ kind: 'words', text: text.slice(from) })
  return parts
}
