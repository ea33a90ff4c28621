import { describe, expect, it } from 'vitest'
import { createLineSplitter } from '#engine/net/lineSplitter'

function split(chunks: readonly Buffer[], maxBytes = 1000) {
  const lines: string[] = []
  const tooLong: string[] = []
  const splitter = createLineSplitter({
    maxBytes,
    onLine: (line) => lines.push(line),
    onTooLong: (beginning) => tooLong.push(beginning),
  })
  for (const chunk of chunks) splitter.push(chunk)
  return { lines, tooLong, rest: splitter.rest() }
}

/** Returns every way to cut `text` in two, and the cut into single bytes. */
function cuttings(text: string): Buffer[][] {
  const bytes = Buffer.from(text)
  const inTwo = Array.from(bytes, (_, index) => [bytes.subarray(0, index), bytes.subarray(index)])
  return [...inTwo, [bytes], Array.from(bytes, (_, index) => bytes.subarray(index, index + 1))]
}

describe('line splitter', () => {
  it('gives the same lines wherever the chunks are cut, even inside a character', () => {
    for (const chunks of cuttings('{"a":"ü😀"}\n\n\r\nsecond\r\nlast\nrest ü')) {
      expect(split(chunks)).toEqual({ lines: ['{"a":"ü😀"}', 'second', 'last'], tooLong: [], rest: 'rest ü' })
    }
  })

  it('keeps a carriage return that does not end a line', () => {
    expect(split([Buffer.from('a\rb\n')]).lines).toEqual(['a\rb'])
  })

  it('reports a line that is too long once, drops the rest of the line, and continues', () => {
    for (const chunks of cuttings('fine\n0123456789abcdef\nfine again\n')) {
      expect(split(chunks, 10)).toEqual({ lines: ['fine', 'fine again'], tooLong: ['0123456789'], rest: '' })
    }
  })

  it('accepts a line of exactly the limit', () => {
    expect(split([Buffer.from('0123456789\n')], 10)).toEqual({ lines: ['0123456789'], tooLong: [], rest: '' })
  })

  it('does not cut a character in half at the limit', () => {
    expect(split([Buffer.from('0123456😀😀\n')], 10).tooLong).toEqual(['0123456'])
  })

  it('takes the whole chunk, however many lines it has, unless a turn limits it', () => {
    expect(split([Buffer.from('a\n'.repeat(30_000))]).lines).toHaveLength(30_000)
  })

  it('keeps no more than the limit of a line that never ends', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const result = split(
      Array.from({ length: 100 }, () => chunk),
      10,
    )
    expect(result).toEqual({ lines: [], tooLong: ['x'.repeat(10)], rest: '' })
  })
})
