/** Remote servers' addresses as people write them. Pure. */
import { isServerAddress } from '#contract/servers/transports'
import { refuse } from '#contract/pasted/pasted'

/** Extensions of script and program files. No host name ends with one. */
const files =
  /\.(?:[mc]?[jt]sx?|py|rb|sh|bash|exe|cmd|bat|ps1|jar|php|pl|lua|bin|dll|json|toml|ya?ml|md|txt|AppImage)$/i
const host =
  /^(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}|localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?(?=$|[/?#])/i
const loopback = /^(?:localhost|127\.)/i

/** Whether the word is a server address with a scheme. */
export function isAddressWord(word: string): boolean {
  return isServerAddress(word)
}

/**
 * The full address, if the text is one word that is an address with or without a scheme; otherwise null. Throws if the
 * address is broken.
 */
export function addressOf(word: string): string | null {
  if (isServerAddress(word)) return checked(word)
  const found = host.exec(word)?.[0]
  // `server.py` is a file; `localhost` alone is the name of a program.
  if (found === undefined || files.test(found) || (found === word && /^(?:localhost|[^.]+)$/.test(found))) return null
  return checked(`${loopback.test(word) ? 'http' : 'https'}://${word}`)
}

function checked(address: string): string {
  if (!address.includes('${') && hostOf(address) === null) return refuse(`“${address}” is not a complete address.`)
  return address
}

/** The host of a web address; null for other addresses. */
export function hostOf(address: string): string | null {
  const [, name] =
    /^https?:\/\/(?:[^\s/?#@\\]*@)?(\[[\da-f:.]+\]|[^\s/?#@:\\[\]<>"^`|]+)(?::\d{1,5})?(?=$|[/?#])/i.exec(address) ?? []
  return name ?? null
}
