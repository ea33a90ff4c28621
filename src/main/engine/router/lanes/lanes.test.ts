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
  it('are one for all that leads to one process, and apart for the sessions of one server', () => {
    const lanes = new Lanes()
    const process = {}
    const [one, other] = [connection(), connection()]
    const shared = lanes.of('a', server(1), connection(process))
    expect(lanes.of('b', server(1), connection(process))).toBe(shared)
    expect(lanes.of('a', server(1), one)).not.toBe(lanes.of('a', server(1), other))
    expect(lanes.of('a', server(1), one)).toBe(lanes.of('a', server(1), one))
  })

  it('[R17] take a changed limit at once, and let go on whoever waited for it', () => {
    const lanes = new Lanes()
    const one = connection()
    const { queue } = lanes.of('a', server(1), one)
    queue.tryEnter()
    expect(queue.tryEnter()).toBe(false)
    expect(lanes.of('a', server(2), one).queue.tryEnter()).toBe(true)
  })

  it('say what a server has under way in all of its sessions', () => {
    const lanes = new Lanes()
    for (const each of [connection(), connection()]) lanes.of('a', server(1), each).queue.tryEnter()
    lanes.of('b', server(1), connection())
    expect(lanes.figures()).toEqual([
      { slug: 'a', running: 2, waiting: 0 },
      { slug: 'b', running: 0, waiting: 0 },
    ])
  })

  it('refuse what a process asks that has no call', () => {
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
    expect(refusals).toEqual([[-32603, 'No call is under way that this request could belong to.']])
  })
})
