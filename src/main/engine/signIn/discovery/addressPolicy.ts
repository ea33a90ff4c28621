/**
 * Decides to which addresses Switchboard may send a sign-in's requests. The server names these addresses, so a server
 * on the internet must not reach this machine or its network through them.
 */
import { AppError } from '#contract/errors'
import { bareHost, isLoopback } from '#engine/net/proxy'
import { addressRange, type AddressRange } from '#engine/net/publicAddress'

export interface AddressPolicy {
  /** Throws if a request may not be sent to this address. */
  readonly check: (url: URL) => void
  /** Throws if the name must not resolve to this IP address. */
  readonly checkResolved: (address: string, host: string) => void
}

/** `nearest`: the address ranges that the MCP server itself is in. */
export function createAddressPolicy(nearest: ReadonlySet<AddressRange>): AddressPolicy {
  const checkResolved = (address: string, host: string) => {
    const range = addressRange(address)
    if (range === 'public' || nearest.has(range)) return
    if (range === 'local' && nearest.has('metadata')) return
    throw refused(
      range === 'metadata'
        ? `${host} is an address for the metadata of cloud machines (${address})`
        : `${host} is an address of this machine or its network (${address}), while the server is on the internet`,
    )
  }
  return {
    checkResolved,
    check(url) {
      const host = bareHost(url.hostname)
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(host)))
        throw refused(`${url.protocol}//${url.host} is not https`)
      if (url.username !== '' || url.password !== '') throw refused(`the address at ${url.host} contains a password`)
      if (addressRange(host) !== 'name') checkResolved(host, host)
      else if (isLoopback(host)) checkResolved('127.0.0.1', host)
    },
  }
}

/**
 * Throws if the browser must not be sent to this address. The browser runs on this machine with everything that the
 * person is signed in to.
 */
export function checkBrowserAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe =
    url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(bareHost(url.hostname))))
  if (!isSafe) throw refused('the address of the sign-in page is not https')
  if (url.username !== '' || url.password !== '') throw refused('the address of the sign-in page contains a password')
  return url
}

function refused(problem: string): AppError {
  return new AppError('SIGN_IN_REQUIRED', `The sign-in was stopped for your safety: ${problem}.`, {
    data: { unsafe: true },
  })
}
