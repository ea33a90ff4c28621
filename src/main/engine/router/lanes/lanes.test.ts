import { describe, expect, it } from 'vitest'
import type { CallableConnection, CallableServer } from '#engine/connections/callable'
import { Lanes } from '#engine/router/lanes/lanes'
import { recordingLog } from '#test/support/recordingLog'

function connection(target?: object): CallableConnection {
  return {
    state: { kind: 'stopped' },
    session: null,
    start: () => undefined,
    changed: () => Promise.resolve(),
    ...(target !== undefined && { target }),
  }
}
function server(concurrency: number): CallableServer {
  return { row: { id: 'r', projectId: null, concurrency, timeoutMs: 1 }, connection: connection() }
}

describe('Lanes', () => {
  it("are shared by all connections to one process, and separate for each of a server's sessions", () => {
    const lanes = new Lanes()
    const process = {}
    const [one, other] = [connection(), connection()]
    const shared = lanes.of('a', server(1), connection(process))
    expect(lanes.of('b', server(1), connection(process))).toBe(shared)
    expect(lanes.of('a', server(1), one)).not.toBe(lanes.of('a', server(1), other))
    expect(lanes.of('a', server(1), one)).toBe(lanes.of('a', server(1), one))
  })

  it('[R17] apply a changed limit at once, and let waiting calls continue', () => {
    const lanes = new Lanes()
    const one = connection()
    const { queue } = lanes.of('a', server(1), one)
    queue.tryEnter()
    expect(queue.tryEnter()).toBe(false)
    expect(lanes.of('a', server(2), one).queue.tryEnter()).toBe(true)
  })

  it("report a server's calls in all its sessions", () => {
    const lanes = new Lanes()
    for (const each of [connection(), connection()]) lanes.of('a', server(1), each).queue.tryEnter()
    lanes.of('b', server(1), connection())
    expect(lanes.figures()).toEqual([
      { slug: 'a', running: 2, waiting: 0 },
      { slug: 'b', running: 0, waiting: 0 },
    ])
  })

  it('refuse questions from a process without a call', () => {
    const lanes = new Lanes()
    const refusals: unknown[] = []
    const request = {
      method: 'ping',
      params: {},
      signal: new AbortController().signal,
      respond: () => undefined,
      refuse: (...refusal: unknown[]) => void refusals.push(refusal),
    }
    lanes.takeRequest({}, request, recordingLog())
    expect(refusals).toEqual([[-32603, 'No call is in progress to which this request could belong.']])
  })
})
