import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader } from '#engine/hosting/docker/frames'

const frame = (kind: number, payload: Uint8Array) => {
  const bytes = new Uint8Array(8 + payload.length)
  bytes[0] = kind
  new DataView(bytes.buffer).setUint32(4, payload.length)
  bytes.set(payload, 8)
  return bytes
}

test('stdout and stderr are separated, wherever the stream is split', async () => {
  const frames = fc.array(fc.record({ kind: fc.constantFrom(1, 2), payload: fc.uint8Array({ maxLength: 40 }) }))
  const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(frames, cuts, async (written, sizes) => {
      const read: Record<number, number[]> = { 1: [], 2: [] }
      const reader = new FrameReader({
        stdout: (bytes) => void read[1]?.push(...bytes),
        stderr: async (bytes) => {
          await Promise.resolve()
          read[2]?.push(...bytes)
        },
      })
      const stream = written.flatMap(({ kind, payload }) => [...frame(kind, payload)])
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1
        await reader.read(Uint8Array.from(stream.slice(at, at + size)))
        at += size
      }
      for (const kind of [1, 2])
        expect(read[kind]).toEqual(written.flatMap((one) => (one.kind === kind ? [...one.payload] : [])))
    }),
  )
})

test('a piece is passed on only after the previous one was taken', async () => {
  let take: () => void = () => undefined
  const taken: number[] = []
  const reader = new FrameReader({
    stdout(bytes) {
      taken.push(bytes.length)
      return new Promise((resolve) => (take = resolve))
    },
    stderr: () => undefined,
  })
  const both = reader.read(Uint8Array.from([...frame(1, new Uint8Array(3)), ...frame(1, new Uint8Array(5))]))
  await Promise.resolve()
  expect(taken).toEqual([3])
  take()
  await expect.poll(() => taken).toEqual([3, 5])
  take()
  await both
})
