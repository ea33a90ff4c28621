import type { Transport } from '#engine/connections/transport'

/**
 * The same transport with another `close`. Every other member is read from the transport when it is used: a copy would
 * lose the methods of a class, and keep the old value of a member that changes later.
 */
export function withClose(transport: Transport, close: Transport['close']): Transport {
  return new Proxy(transport, {
    get(target, key) {
      if (key === 'close') return close
      const member: unknown = Reflect.get(target, key, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}
