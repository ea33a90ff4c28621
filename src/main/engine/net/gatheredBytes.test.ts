import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { GatheredBytes } from '#engine/net/gatheredBytes'

describe('gathered bytes', () => {
  it('are the received bytes, however they were divided into chunks', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3_000 })), fc.option(fc.uint8Array()), (pieces, last) => {
        const gathered = new GatheredBytes()
        for (const piece of pieces) gathered.add(Buffer.from(piece))
        expect(gathered.length).toBe(pieces.reduce((sum, { length }) => sum + length, 0))
        const whole = Buffer.concat([...pieces, ...(last === null ? [] : [last])])
        expect(gathered.take(last === null ? undefined : Buffer.from(last)).equals(whole)).toBe(true)
        expect([gathered.length, gathered.take().length]).toEqual([0, 0])
      }),
    )
  })

  it('do not need one buffer per byte', () => {
    const gathered = new GatheredBytes()
    for (let count = 0; count < 100_000; count += 1) gathered.add(Buffer.from([count % 256]))
    const large = Buffer.alloc(64 * 1024)
    for (let count = 0; count < 1_000; count += 1) gathered.add(large)
    expect(gathered.length).toBe(100_000 + 1_000 * large.length)
    const concat = vi.spyOn(Buffer, 'concat')
    gathered.take()
    expect(concat.mock.lastCall?.[0].length).toBeLessThan(2_000)
    concat.mockRestore()
  })
})
