import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '#contract/events'
import { EventHub } from '#engine/events'
import { manualClock } from '#test/support/manualClock'

const removed = (slug: string): EngineEvent => ({ type: 'server.removed', slug })
const tools = (slug: string): EngineEvent => ({ type: 'tools.changed', slug })

describe('EventHub', () => {
  it('delivers in batches, each item once and in its newest state, so that a slow reader costs little', async () => {
    const clock = manualClock()
    const hub = new EventHub(clock)
    const stream = hub.subscribe(undefined)
    expect((await stream.next()).value).toEqual([])
    const next = stream.next()
    for (let round = 0; round < 1000; round++) hub.publish(tools('a'))
    hub.publish(removed('b'))
    clock.advance(16)
    expect((await next).value).toEqual([tools('a'), removed('b')])
    await stream.return()
  })

  it('keeps events that occur between two reads', async () => {
    const clock = manualClock()
    const hub = new EventHub(clock)
    const stream = hub.subscribe(undefined)
    await stream.next()
    hub.publish(tools('a'))
    clock.advance(16)
    hub.publish(tools('b'))
    clock.advance(16)
    expect((await stream.next()).value).toEqual([tools('a'), tools('b')])
    await stream.return()
  })

  // Catches events that are made without a listener: each state of each starting server would be described, and its
  // launch searched for secrets.
  it('makes an event only if there is a listener', async () => {
    const clock = manualClock()
    const hub = new EventHub(clock)
    let made = 0
    const publish = () =>
      hub.publish(() => {
        made += 1
        return tools('a')
      })
    publish()
    expect(made).toBe(0)
    const stream = hub.subscribe(undefined)
    await stream.next()
    publish()
    clock.advance(16)
    expect((await stream.next()).value).toEqual([tools('a')])
    await stream.return()
  })

  it('ends for a reader that leaves, and for all when the engine closes', async () => {
    const hub = new EventHub(manualClock())
    const controller = new AbortController()
    const gone = hub.subscribe(controller.signal)
    const stays = hub.subscribe(undefined)
    await gone.next()
    await stays.next()
    const waiting = [gone.next(), stays.next()]
    controller.abort()
    expect((await waiting[0])?.done).toBe(true)
    hub.close()
    expect((await waiting[1])?.done).toBe(true)
  })
})
