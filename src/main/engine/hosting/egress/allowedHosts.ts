/** Decides which hosts a hosted server may reach, from the list in its registration. Pure. */
import { isPublicAddress } from '#engine/net/publicAddress'

export interface Target {
  readonly host: string
  readonly port: number
}

interface Entry {
  readonly host: string
  /** Whether the entry is like `*.example.com`, which matches names below `example.com`, but not `example.com`. */
  readonly isBelow: boolean
  readonly ports: readonly number[]
}

/** The ports of an entry that names none: HTTP and HTTPS. */
const usualPorts = [80, 443]

export class AllowedHosts {
  readonly #entries: readonly Entry[]

  constructor(listed: readonly string[]) {
    this.#entries = listed.map(readEntry)
  }

  /** Checks the name and the port only. `mayReach` checks the address that the name resolves to. */
  isListed({ host, port }: Target): boolean {
    const name = plainName(host)
    return this.#entries.some(
      (entry) =>
        entry.ports.includes(port) &&
        (entry.isBelow ? name.endsWith(`.${entry.host}`) && name.length > entry.host.length + 1 : name === entry.host),
    )
  }

  /**
   * Whether a listed name may resolve to this address. An address of this machine or its networks must be listed
   * itself. Otherwise the owner of a listed name could make it resolve to such an address.
   */
  mayReach(address: string, port: number): boolean {
    return isPublicAddress(address) || this.isListed({ host: address, port })
  }
}

function readEntry(text: string): Entry {
  const [, star, host = '', port] = /^(\*\.)?(.*?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  return { host: plainName(host), isBelow: star !== undefined, ports: port === undefined ? usualPorts : [Number(port)] }
}

/** Removes a dot at the end of a name. It marks a complete name, and resolvers accept both forms. */
function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

/** Parses the target of a CONNECT request, `host:port`. Null if it has another form. */
export function readTarget(authority: string): Target | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/.exec(authority) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port }
}

export function targetText({ host, port }: Target): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
