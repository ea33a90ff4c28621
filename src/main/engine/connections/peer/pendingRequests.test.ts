import { expect, it } from 'vitest'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import { PendingRequests } from '#engine/connections/peer/pendingRequests'

const observer = (): RequestObserver => ({
  onResult: () => undefined,
  onError: () => undefined,
  onLost: () => undefined,
})

it('finds a request that has waited longer than one round of the ring, and also the newer request with the same index', () => {
  const pending = new PendingRequests()
  const [old, late] = [observer(), observer()]
  pending.add(1, old)
  for (let id = 2; id < 4097; id++) {
    pending.add(id, observer())
    pending.take(id)
  }
  pending.add(4097, late)
  expect(pending.size).toBe(2)
  expect(pending.get(1)).toBe(old)
  expect(pending.take(4097)).toBe(late)
  expect(pending.take(4097)).toBeNull()
  expect(pending.take(1)).toBe(old)
  expect(pending.size).toBe(0)
})

it('removes all requests at once, in the order in which they were made', () => {
  const pending = new PendingRequests()
  const [first, second] = [observer(), observer()]
  pending.add(4096, first)
  pending.add(4097, second)
  expect(pending.takeAll()).toEqual([first, second])
  expect(pending.takeAll()).toEqual([])
})

it.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('finds no request by the id %d', (id) => {
  const pending = new PendingRequests()
  pending.add(1, observer())
  expect(pending.take(id)).toBeNull()
  expect(pending.size).toBe(1)
})
