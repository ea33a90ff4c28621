/** Refuses connections by the address that a host name resolves to: a name says nothing about where it leads. */
import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'
import { AppError } from '#contract/errors'

/** Throws if connecting to this IP address is not allowed. `host` is the name that resolved to it. */
export type AddressGuard = (address: string, host: string) => void

export function guardedLookup(guard: AddressGuard): LookupFunction {
  return (host, options, done) => {
    systemLookup(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 0)
      try {
        // Each of them: which one is used is decided later.
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

/** A connection in use again was opened for another request, perhaps without this guard. */
export function checkReused(socket: Socket, guard: AddressGuard, host: string): void {
  const address = socket.remoteAddress
  if (address === undefined) throw new AppError('SERVER_UNAVAILABLE', `The connection to ${host} is gone.`)
  guard(address, host)
}
