/** The hosts that a hosted server may reach, as its registration lists them. Pure. */
import { isPublicAddress } from '#engine/net/publicAddress'

export interface Target {
  readonly host: string
  readonly port: number
}

interface Entry {
  readonly host: string
  /** `*.example.com`: the names below it, but not `example.com` itself. */
  readonly isBelow: boolean
  readonly ports: readonly number[]
}

/** The ports of an entry without one: HTTP and HTTPS. */
const usualPorts = [80, 443]

export class AllowedHosts {
  readonly #entries: readonly Entry[]

  constructor(listed: readonly string[]) {
    this.#entries = listed.map(readEntry)
  }

  /** By name alone: `mayReach` checks the address that the name resolves to. */
  isListed({ host, port }: Target): boolean {
    const name = plainName(host)
    return this.#entries.some(
      (entry) =>
        entry.ports.includes(port) &&
        (entry.isBelow ? name.endsWith(`.${entry.host}`) && name.length > entry.host.length + 1 : name === entry.host),
    )
  }

  /**
   * Whether a listed name may resolve to this address. An address of this machine or of a network around it must be listed
   * itself, otherwise the owner of a listed name could point it anywhere.
   */
  mayReach(address: string, port: number): boolean {
    return isPublicAddress(address) || this.isListed({ host: address, port })
  }
}

function readEntry(text: string): Entry {
  const [, star, host = '', port] = /^(\*\.)?(.*?)(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  return { host: plainName(host), isBelow: star !== undefined, ports: port === undefined ? usualPorts : [Number(port)] }
}

/** A dot at the end marks a complete name; resolvers accept names with and without it. */
function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

/** Parses `host:port`, the target of CONNECT; null if it has another form. */
export function readTarget(authority: string): Target | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/.exec(authority) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port }
}

export function targetText({ host, port }: Target): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
