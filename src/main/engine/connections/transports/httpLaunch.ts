/** A remote server's launch: the address, and the headers for each target. */
import { AppError } from '#contract/errors'
import type { HttpLaunch, SseLaunch } from '#contract/servers/server'
import type { ExchangeParts } from '#engine/net/httpExchange'
import type { Headers } from '#engine/connections/transports/httpHeaders'
import type { Signer } from '#engine/connections/transports/signedExchange'
import type { Random } from '#engine/ports'

export interface RemoteParts extends ExchangeParts {
  readonly random: Random
  readonly signer: Signer | null
}

type RemoteLaunch = HttpLaunch | SseLaunch

export function launchUrl({ url }: RemoteLaunch): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new AppError('COMMAND_FAILED', "The server's address is not a valid http:// or https:// address.")
  return new URL(url)
}

/**
 * Whether the launch itself says how to authenticate, so that no sign-in is needed. Also works before references are
 * filled in.
 */
export function hasOwnCredentials({ url, headers }: RemoteLaunch): boolean {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return isNamed || (URL.canParse(url) && `${new URL(url).username}${new URL(url).password}` !== '')
}

/** The configured headers, and the credentials in the address. They are sent only to the server's own origin. */
export function ownHeaders(launch: RemoteLaunch, own: URL, target: URL): Headers {
  if (target.origin !== own.origin) return {}
  const named = Object.entries(launch.headers).map(([name, value]) => [name.toLowerCase(), value])
  const { username, password } = own
  if (username === '' && password === '') return Object.fromEntries(named) as Headers
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return { authorization: `Basic ${credentials}`, ...Object.fromEntries(named) }
}
