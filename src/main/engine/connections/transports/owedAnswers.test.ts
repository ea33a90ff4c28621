import { describe, expect, it } from 'vitest'
import { OwedAnswers } from '#engine/connections/transports/owedAnswers'
import { manualClock } from '#test/support/manualClock'

function setUp() {
  const clock = manualClock()
  const told: string[] = []
  const owed = new OwedAnswers({
    clock,
    onFull: () => told.push('full'),
    onRoom: () => told.push('room'),
    onFlood: ({ known }) => told.push(`flood ${known?.code}`),
  })
  const add = (count: number, text: string) => {
    for (let one = 0; one < count; one += 1) owed.add(text)
  }
  const remove = (count: number, text: string, wasTaken = true) => {
    for (let one = 0; one < count; one += 1) owed.remove(text, wasTaken)
  }
  return { clock, told, add, remove }
}

const short = '{}'
const long = 'x'.repeat(10_000)

describe('answers that a server has not read', () => {
  it.each([
    ['a few long answers', 1_000, long],
    ['many short answers', 50_000, short],
  ])('%s may stay unread for any length of time', (_title, count, text) => {
    const { clock, told, add } = setUp()
    add(count, text)
    clock.advance(3_600_000)
    expect(told).toEqual([])
  })

  it('keep the server from being read when they are many and long, until it has read half of them', () => {
    const { told, add, remove } = setUp()
    add(2_000, long)
    expect(told).toEqual(['full'])
    remove(1_400, long)
    expect(told).toEqual(['full'])
    remove(400, long)
    expect(told).toEqual(['full', 'room'])
    add(2_000, long)
    expect(told).toEqual(['full', 'room', 'full'])
  })

  it('are a flood if the server reads none of them for a long time; a server that reads some is only slow', () => {
    const { clock, told, add, remove } = setUp()
    add(2_000, long)
    for (let round = 0; round < 20; round += 1) {
      clock.advance(29_000)
      remove(1, long)
    }
    expect(told).toEqual(['full'])
    // An answer that was abandoned does not count as read.
    for (let round = 0; round < 4; round += 1) {
      clock.advance(29_000)
      remove(1, long, false)
    }
    expect(told).toEqual(['full', 'flood server-floods'])
  })
})
