/** Addresses of remote servers as people write them. Pure. */
import { refuse } from '#contract/pasted/pasted'

const scheme = /^https?:\/\//i
/** Endings of files that are run, which are no endings of hosts. */
const files =
  /\.(?:[mc]?[jt]sx?|py|rb|sh|bash|exe|cmd|bat|ps1|jar|php|pl|lua|bin|dll|json|toml|ya?ml|md|txt|AppImage)$/i
const host =
  /^(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?=$|[/?#])/i
const loopback = /^(?:localhost|127\.)/i

/** With a scheme. */
export function isAddressWord(word: string): boolean {
  return scheme.test(word)
}

/** The whole address, where one word is one: with its scheme, or without. Throws where it is a broken one. */
export function addressOf(word: string): string | null {
  if (scheme.test(word)) return checked(word)
  const found = host.exec(word)?.[0]
  // `server.py` is a file, `localhost` alone a program of that name.
  if (found === undefined || files.test(found) || (found === word && /^(?:localhost|[^.]+)$/.test(found))) return null
  return checked(`${loopback.test(word) ? 'http' : 'https'}://${word}`)
}

function checked(address: string): string {
  if (!address.includes('${') && hostOf(address) === null) return refuse(`“${address}” is not a whole address.`)
  return address
}

/** Null where it is not an address of the web. */
export function hostOf(address: string): string | null {
  const [, name] =
    /^https?:\/\/(?:[^\s/?#@\\]*@)?(\[[\da-f:.]+\]|[^\s/?#@:\\[\]<>"^`|]+)(?::\d{1,5})?(?=$|[/?#])/i.exec(address) ?? []
  return name ?? null
}
