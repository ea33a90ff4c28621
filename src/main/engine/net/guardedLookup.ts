/**
 * Refuses connections by the IP address to which a host name resolves, because the name itself says nothing about the
 * target.
 */
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { AppError } from '#contract/errors'

/** Throws if a connection to this IP address is not allowed. `host`: the name that resolved to it. */
export type AddressGuard = (address: string, host: string) => void

export function guardedLookup(guard: AddressGuard): LookupFunction {
  return (host, options, done) => {
    systemLookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0)
      try {
        // Checks every address, because the one to use is chosen later.
        for (const { address } of found) guard(address, host)
      } catch (refusal) {
        return done(refusal as Error, '', 0)
      }
      const [first] = found
      if (options.all === true) done(null, found)
      else done(null, first?.address ?? '', first?.family)
    })
  }
}

/** Checks a connection that is used again: it was opened for another request, perhaps without this guard. */
export function checkReused(socket: Socket, guard: AddressGuard, host: string): void {
  const address = socket.remoteAddress
  if (address === undefined) throw new AppError('SERVER_UNAVAILABLE', `The connection to ${host} is gone.`)
  guard(address, host)
}
