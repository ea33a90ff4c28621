import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLineWriter } from '#engine/net/lineWriter'

function writerOf() {
  const writes: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      writes.push(chunk)
      done()
    },
  })
  return { writes, writer: createLineWriter(stream) }
}

describe('line writer', () => {
  it('writes the first line at once and the other lines of the turn together, because each write is a system call', async () => {
    const { writes, writer } = writerOf()
    for (const line of ['one', 'two', 'three']) writer.write(line, false)
    expect(writes).toEqual(['one\n'])
    await nextTurn()
    expect(writes).toEqual(['one\n', 'two\nthree\n'])
  })

  it('starts again with every turn, and writes nothing if there are no lines', async () => {
    const { writes, writer } = writerOf()
    writer.write('one', false)
    await nextTurn()
    await nextTurn()
    writer.write('two', false)
    expect(writes).toEqual(['one\n', 'two\n'])
  })

  it('writes a lone line at once, but never before a waiting line', () => {
    const { writes, writer } = writerOf()
    writer.write('one', true)
    writer.write('two', true)
    expect(writes).toEqual(['one\n', 'two\n'])
    writer.write('three', false)
    writer.write('four', false)
    writer.write('five', true)
    writer.flush()
    expect(writes.slice(2)).toEqual(['three\n', 'four\nfive\n'])
  })

  it('writes waiting lines on flush', () => {
    const { writes, writer } = writerOf()
    writer.write('one', false)
    writer.write('two', false)
    writer.flush()
    expect(writes).toEqual(['one\n', 'two\n'])
  })
})
