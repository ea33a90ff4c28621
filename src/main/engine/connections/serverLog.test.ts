import { describe, expect, it } from 'vitest'
import { manualClock } from '#test/support/manualClock'
import { createServerLog, printedSince, type ServerLogLimits } from '#engine/connections/serverLog'
import type { Clock } from '#engine/ports'

const clock: Clock = { now: () => 42, elapsed: () => 0, after: () => ({ cancel: () => {} }) }

function logOf(limits?: ServerLogLimits) {
  return createServerLog({ clock, redact: (text) => text.replaceAll('secret', '•••'), ...(limits && { limits }) })
}

function numbers(log: ReturnType<typeof logOf>): number[] {
  return log.lines().map((line) => line.number)
}

describe('server log', () => {
  it('keeps the first and the last lines and shows the gap, so that a crash loop does not hide the first cause', () => {
    const log = logOf({ firstLines: 2, lastLines: 3, bytes: 1000 })
    for (let line = 1; line <= 50; line += 1) log.append('stderr', `line ${line}`)
    expect(numbers(log)).toEqual([1, 2, 48, 49, 50])
  })

  it('keeps 200 and 2,000 lines by default', () => {
    const log = logOf()
    for (let line = 1; line <= 10_000; line += 1) log.append('stderr', 'x')
    expect(numbers(log)).toHaveLength(2200)
    expect(numbers(log).slice(198, 202)).toEqual([199, 200, 8001, 8002])
  })

  it('keeps at most 1 MB of text, however long the lines are', () => {
    const log = logOf()
    for (let line = 1; line <= 1000; line += 1) log.append('stdout', 'ü'.repeat(4096))
    const bytes = log.lines().reduce((sum, line) => sum + Buffer.byteLength(line.text), 0)
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(bytes).toBeGreaterThan(900 * 1024)
    expect(numbers(log).at(0)).toBe(1)
    expect(numbers(log).at(-1)).toBe(1000)
  })

  it('drops a line that is larger than the whole log, and continues', () => {
    const log = logOf({ firstLines: 1, lastLines: 5, bytes: 10 })
    log.append('stderr', 'x'.repeat(11))
    log.append('stderr', 'fine')
    expect(log.lines().map((line) => line.text)).toEqual(['fine'])
  })

  it('redacts a line before it is kept or reported, so that a printed token does not reach the page', () => {
    const log = logOf()
    const told: string[] = []
    log.subscribe((line) => told.push(line.text))
    log.append('stderr', 'token=secret')
    expect(log.lines()).toEqual([{ number: 1, at: 42, source: 'stderr', text: 'token=•••' }])
    expect(told).toEqual(['token=•••'])
  })

  it('reports no lines after the subscription has ended', () => {
    const log = logOf()
    const told: number[] = []
    const stop = log.subscribe((line) => told.push(line.number))
    log.append('engine', 'one')
    stop()
    log.append('engine', 'two')
    expect(told).toEqual([1])
  })
})

it("the lines printed since a launch come from stdout and stderr, without the engine's own lines", () => {
  const time = manualClock(0)
  const log = createServerLog({ clock: time, redact: (text) => text })
  log.append('stderr', 'of the launch before')
  time.advance(1)
  log.append('stderr', 'one')
  log.append('stdout', 'two')
  log.append('engine', 'three')
  expect(printedSince(log, 1)).toEqual(['one', 'two'])
})
