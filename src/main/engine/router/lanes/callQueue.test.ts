import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallQueue } from '#engine/router/lanes/callQueue'

describe('CallQueue', () => {
  it("[R17] never runs more calls than the server's limit", () => {
    const queue = new CallQueue<string>({ concurrency: 2, maxWaiting: 10 })
    expect([queue.tryEnter(), queue.tryEnter(), queue.tryEnter()]).toEqual([true, true, false])
  })

  it("[R17] serves callers in turns: a flood of calls from one caller does not delay another caller's single call", () => {
    const queue = new CallQueue<string>({ concurrency: 1, maxWaiting: 100 })
    queue.tryEnter()
    for (const call of ['a1', 'a2', 'a3']) queue.wait('a', call)
    queue.wait('b', 'b1')
    expect([queue.leave(), queue.leave(), queue.leave(), queue.leave(), queue.leave()]).toEqual([
      'a1',
      'b1',
      'a2',
      'a3',
      null,
    ])
  })

  it('does not let a new call overtake waiting calls', () => {
    const queue = new CallQueue<string>({ concurrency: 2, maxWaiting: 10 })
    queue.tryEnter()
    queue.tryEnter()
    queue.wait('a', 'a1')
    expect(queue.leave()).toBe('a1')
    queue.wait('a', 'a2')
    expect(queue.tryEnter()).toBe(false)
  })

  it('refuses calls beyond its limit, and forgets withdrawn calls', () => {
    const queue = new CallQueue<string>({ concurrency: 1, maxWaiting: 1 })
    queue.tryEnter()
    expect(queue.wait('a', 'a1')).toBe(true)
    expect(queue.wait('a', 'a2')).toBe(false)
    queue.withdraw('a', 'a1')
    expect(queue.leave()).toBeNull()
    expect(queue.running).toBe(0)
  })

  it('[R17] a raised limit lets waiting calls continue, and a lowered limit stops no running call', () => {
    const queue = new CallQueue<string>({ concurrency: 1, maxWaiting: 10 })
    queue.tryEnter()
    for (const call of ['a1', 'a2', 'a3']) queue.wait('a', call)
    queue.concurrency = 3
    expect([queue.enterNext(), queue.enterNext(), queue.enterNext()]).toEqual(['a1', 'a2', null])
    queue.concurrency = 1
    expect([queue.leave(), queue.leave(), queue.running]).toEqual([null, null, 1])
    expect(queue.leave()).toBe('a3')
  })

  it('[R17] respects its limit and loses no call under any interleaving', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('call' as const), caller: fc.constantFrom('a', 'b', 'c') }),
      fc.constant({ kind: 'finish' as const }),
      fc.constant({ kind: 'withdraw' as const }),
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 200 }), (concurrency, steps) => {
        const queue = new CallQueue<string>({ concurrency, maxWaiting: 20 })
        const running = new Set<string>()
        const waiting = new Map<string, string>()
        let made = 0
        for (const one of steps) {
          if (one.kind === 'call') {
            const call = `${one.caller}${made++}`
            if (queue.tryEnter()) running.add(call)
            else if (queue.wait(one.caller, call)) waiting.set(call, one.caller)
          } else if (one.kind === 'finish') {
            const [first] = running
            if (first === undefined) continue
            running.delete(first)
            const next = queue.leave()
            if (next !== null) {
              expect(waiting.delete(next)).toBe(true)
              running.add(next)
            }
          } else {
            const [first] = waiting
            if (first === undefined) continue
            waiting.delete(first[0])
            queue.withdraw(first[1], first[0])
          }
          expect(queue.running).toBe(running.size)
          expect(queue.waiting).toBe(waiting.size)
          expect(running.size).toBeLessThanOrEqual(concurrency)
          if (running.size < concurrency) expect(waiting.size).toBe(0)
        }
      }),
    )
  })
})
