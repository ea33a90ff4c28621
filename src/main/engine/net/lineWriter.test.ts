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
  it('writes the first line at once and all others of the turn together (a write each is a system call each)', async () => {
    const { writes, writer } = writerOf()
    for (const line of ['one', 'two', 'three']) writer.write(line, false)
    expect(writes).toEqual(['one\n'])
    await nextTurn()
    expect(writes).toEqual(['one\n', 'two\nthree\n'])
  })

  it('begins anew with every turn, and writes nothing for nothing', async () => {
    const { writes, writer } = writerOf()
    writer.write('one', false)
    await nextTurn()
    await nextTurn()
    writer.write('two', false)
    expect(writes).toEqual(['one\n', 'two\n'])
  })

  it('writes a line that is alone at once, but never before one that waits', () => {
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

  it('hands over what waits when told to', () => {
    const { writes, writer } = writerOf()
    writer.write('one', false)
    writer.write('two', false)
    writer.flush()
    expect(writes).toEqual(['one\n', 'two\n'])
  })
})
