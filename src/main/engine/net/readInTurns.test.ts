import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLineSplitter } from '#engine/net/lineSplitter'
import { ReadingTurn, readInTurns, turnMessages } from '#engine/net/readInTurns'
import { createSseParser } from '#engine/net/sseParser'

/** A program that writes endlessly, as fast as its output is read. */
const flood = `
  const piece = Buffer.alloc(65536, 97)
  const write = () => { while (process.stdout.write(piece)); process.stdout.once('drain', write) }
  write()`

describe('a stream that is read in turns', () => {
  it('[R17] leaves time for all other work, however fast a process writes', async () => {
    const child = spawn(process.execPath, ['-e', flood], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let [inTurn, most, total] = [0, 0, 0]
    readInTurns(child.stdout, (piece) => {
      inTurn += piece.length
      total += piece.length
      // Gives the writer time, so that more data is always waiting.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
      return piece.length
    })
    while (total < 4_000_000) {
      await nextTurn()
      most = Math.max(most, inTurn)
      inTurn = 0
    }
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(most).toBeLessThanOrEqual(2 * 64 * 1024)
  })

  it('is read to its end, and not at all while it is paused', async () => {
    const stream = new PassThrough()
    const read: Buffer[] = []
    const reader = readInTurns(stream, (piece) => {
      read.push(piece)
      return piece.length
    })
    reader.hold()
    const all = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
    stream.end(all)
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect(read).toEqual([])
    reader.goOn()
    await once(stream, 'end')
    expect(Buffer.concat(read).equals(all)).toBe(true)
  })

  it('stays paused if it was paused in the middle of a turn', async () => {
    const stream = new PassThrough()
    let pieces = 0
    const reader = readInTurns(stream, (piece) => {
      pieces += 1
      reader.hold()
      return piece.length
    })
    for (let count = 0; count < 4; count += 1) stream.write(Buffer.alloc(70_000))
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect(pieces).toBe(1)
  })

  // Catches a turn that handles a piece with a thousand batches, because each batch counts as one message.
  it('[R17] ends a turn after a time limit, even after only a few messages', async () => {
    const stream = new PassThrough()
    let now = 0
    const turn = new ReadingTurn(() => now)
    const lines: string[] = []
    const onLine = (line: string) => {
      lines.push(line)
      now += 3
    }
    const { push } = createLineSplitter({ maxBytes: 1_000, turn, onLine, onTooLong: () => undefined })
    const counts: number[] = []
    readInTurns(
      stream,
      (piece) => {
        const before = lines.length
        const taken = push(piece)
        counts.push(lines.length - before)
        return taken
      },
      turn,
    )
    const ended = once(stream, 'end')
    stream.end('1\n2\n3\n4\n5\n')
    await ended
    expect([lines, counts]).toEqual([
      ['1', '2', '3', '4', '5'],
      [2, 2, 1],
    ])
  })

  const short = '[\n'.repeat(100_000)
  it.each([
    ['lines', short],
    ['events', 'data: [\n\n'.repeat(20_000)],
    ['events with another line end', 'data: [\r\n\r\n'.repeat(20_000)],
  ])('[R17] ends a turn after a number of %s, without losing any', async (kind, text) => {
    const stream = new PassThrough()
    let [inTurn, most, total] = [0, 0, 0]
    const count = () => {
      inTurn += 1
      total += 1
    }
    const nothing = () => undefined
    // Time stands still, so only the number of messages decides.
    const turn = new ReadingTurn(() => 0)
    const { push } =
      kind === 'lines'
        ? createLineSplitter({ maxBytes: 1_000, turn, onLine: count, onTooLong: nothing })
        : createSseParser({ maxBytes: 1_000, turn, onEvent: count, onTooLong: nothing })
    readInTurns(stream, push, turn)
    const ended = once(stream, 'end')
    stream.end(text)
    for (let looks = 0; looks < 1_000; looks += 1) {
      await nextTurn()
      most = Math.max(most, inTurn)
      inTurn = 0
    }
    await ended
    expect(total).toBe(kind === 'lines' ? 100_000 : 20_000)
    // One sample may contain the end of one turn and the beginning of the next.
    expect(most).toBeLessThanOrEqual(2 * turnMessages)
  })
})
