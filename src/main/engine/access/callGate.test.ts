import { expect, test } from 'vitest'
import { CallGate, type CallLimits, type GatePlace } from '#engine/access/callGate'
import { deferred } from '#test/support/deferred'
import { Cancellation } from '#engine/router/cancellation'

function gateWith(limits: Partial<CallLimits>) {
  const now: CallLimits = { callsPerMinute: null, concurrency: null, ...limits }
  let set = now
  const gate = new CallGate({ elapsed: () => 0 }, () => set)
  const started: number[] = []
  const ends: (() => void)[] = []
  const call = (number: number, cancellation = new Cancellation()) =>
    gate.run(cancellation, () => {
      started.push(number)
      return new Promise<number>((resolve) => (ends[number] = () => resolve(number)))
    })
  return { gate, started, ends, call, change: (change: Partial<CallLimits>) => (set = { ...set, ...change }) }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

// Catches calls above the limit that do not wait, and calls that wait forever although another one has ended.
test('only as many calls run at once as allowed; the rest follow in the order in which they came', async () => {
  const { started, ends, call } = gateWith({ concurrency: 2 })
  const calls = [0, 1, 2, 3].map((number) => call(number))
  await settle()
  expect(started).toEqual([0, 1])
  ends[1]?.()
  await settle()
  expect(started).toEqual([0, 1, 2])
  ends[0]?.()
  await settle()
  expect(started).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3])
})

// Catches a slot that is lost with a failed call, and a slot that a cancelled call takes.
test('a failed call gives its slot back, and a cancelled one never takes one', async () => {
  const { gate, started, ends, call } = gateWith({ concurrency: 1 })
  await expect(gate.run(new Cancellation(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const first = call(1)
  const cancellation = new Cancellation()
  const second = call(2, cancellation)
  const third = call(3)
  cancellation.cancel()
  await expect(second).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
  ends[1]?.()
  await first
  await settle()
  expect(started).toEqual([1, 3])
  ends[3]?.()
  expect(await third).toBe(3)
})

// Catches a queue without a limit.
test('the queue is limited', async () => {
  const { call, ends } = gateWith({ concurrency: 1 })
  const first = call(0)
  const waiting = Array.from({ length: 1_000 }, () => new Cancellation())
  const refused = waiting.map((cancellation, number) => call(number + 1, cancellation).catch(() => 'gone'))
  await expect(call(2_000)).rejects.toMatchObject({ code: 'QUEUE_FULL' })
  for (const cancellation of waiting) cancellation.cancel()
  ends[0]?.()
  expect(await first).toBe(0)
  expect(new Set(await Promise.all(refused))).toEqual(new Set(['gone']))
})

// Catches a new limit that applies only to later calls while others are already waiting.
test('a higher limit lets waiting calls in; a lower one lets running calls finish', async () => {
  const { gate, started, ends, call, change } = gateWith({ concurrency: 1 })
  const calls = [0, 1, 2].map((number) => call(number))
  change({ concurrency: null })
  gate.letIn()
  await settle()
  expect(started).toEqual([0, 1, 2])
  change({ concurrency: 1 })
  const last = call(3)
  ends[0]?.()
  ends[1]?.()
  await settle()
  expect(started).toEqual([0, 1, 2])
  ends[2]?.()
  await settle()
  expect(started).toEqual([0, 1, 2, 3])
  ends[3]?.()
  await Promise.all([...calls, last])
})

// Catches a call that keeps others out while it waits for its own client, and one that counts twice when its client is
// back.
test('a call frees its slot when its client leaves, and takes one again when the client is back', async () => {
  const { gate, started, ends, call } = gateWith({ concurrency: 1 })
  const away = deferred<GatePlace>()
  const goOn = deferred<string>()
  const held = gate.run(new Cancellation(), (place) => {
    away.resolve(place)
    return goOn.promise
  })
  const place = await away.promise
  const others = [0, 1].map((number) => call(number))
  await settle()
  expect(started).toEqual([])
  place.leave()
  place.leave()
  await settle()
  expect(started).toEqual([0])
  place.comeBack()
  place.comeBack()
  ends[0]?.()
  await settle()
  expect(started).toEqual([0])
  goOn.resolve('held')
  expect(await held).toBe('held')
  await settle()
  expect(started).toEqual([0, 1])
  place.leave()
  ends[1]?.()
  await Promise.all(others)
})

// Catches a refused call that is made anyway.
test('a call above the rate is refused and not made', async () => {
  const { gate, started, call, ends } = gateWith({ callsPerMinute: 1 })
  const first = call(0)
  await settle()
  ends[0]?.()
  await first
  const refused = gate.run(new Cancellation(), () => Promise.resolve(started.push(1)))
  await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_CALLS', data: { retryAfterMs: 60_000 } })
  expect(started).toEqual([0])
})
