import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EngineEvent } from '#contract/events'
import { openDoor, token } from '#test/integration/host/openDoor'
import { openWire, wireNames } from '#test/integration/parity/openWire'
import { patience } from '#test/support/patience'

const removed = (slug: string): EngineEvent[] => [{ type: 'server.removed', slug }]

describe.each(wireNames)('streams over %s', (name) => {
  async function open() {
    const { door, fake, log, wires } = await openDoor()
    const wire = await openWire(name, { url: door.url, token, servePort: wires.servePort })
    onTestFinished(() => wire.close())
    const streams = (count: number) => vi.waitFor(() => expect(fake.openStreams()).toBe(count), patience)
    return { ...wire, door, fake, log, streams }
  }

  test('events come one batch after the other, while calls continue', async () => {
    const { client, fake, streams } = await open()
    const events = await client.events.subscribe()
    const first = events.next()
    await streams(1)
    await vi.waitFor(() => fake.publish(removed('one')), patience)
    expect((await first).value).toEqual(removed('one'))
    expect(await client.projects.list()).toEqual([])
    const second = events.next()
    await vi.waitFor(() => fake.publish(removed('two')), patience)
    expect((await second).value).toEqual(removed('two'))
    await events.return?.(undefined)
  })

  test('a reader that stops ends the stream at its source, so that closed pages cost nothing', async () => {
    const { client, fake, streams } = await open()
    const read = async () => {
      for await (const batch of await client.events.subscribe()) return batch
    }
    const batch = read()
    await streams(1)
    await vi.waitFor(() => fake.publish(removed('one')), patience)
    expect(await batch).toEqual(removed('one'))
    await streams(0)
  })

  test('a reader that aborts during silence also ends its stream', async () => {
    const { client, streams } = await open()
    const controller = new AbortController()
    const events = await client.events.subscribe(undefined, { signal: controller.signal })
    const next = events.next().then(
      () => 'ended',
      () => 'ended',
    )
    await streams(1)
    controller.abort()
    expect(await next).toBe('ended')
    await streams(0)
  })

  test('a page that is closed or reloaded ends all of its streams', async () => {
    const { client, close, streams } = await open()
    const opened = await Promise.all([client.events.subscribe(), client.events.subscribe()])
    const nexts = opened.map((events) =>
      events.next().then(
        () => 'ended',
        () => 'ended',
      ),
    )
    await streams(2)
    close()
    await streams(0)
    expect(await Promise.all(nexts)).toEqual(['ended', 'ended'])
  })

  test('an error in the middle arrives after the events before it, with its code', async () => {
    const { client } = await open()
    const seen: unknown[] = []
    const read = async () => {
      for await (const lines of await client.servers.log({ slug: 'echo' })) seen.push(...lines)
    }
    await expect(read()).rejects.toMatchObject({ code: 'SERVER_LOST', message: 'it ended' })
    expect(seen).toMatchObject([{ text: 'first' }])
  })

  test('an internal fault in the middle of a call is logged, and its text is not sent', async () => {
    const { client, fake, log } = await open()
    fake.onCall(() => {
      throw new TypeError('hunter2')
    })
    const failure: unknown = await client.tools.call({ name: 'x' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'INTERNAL', message: expect.not.stringContaining('hunter2') })
    expect(log.lines.map((line) => line.fields)).toContainEqual({
      route: 'tools.call',
      cause: new TypeError('hunter2'),
    })
  })

  test('an aborted call is cancelled in the code that is working on it', async () => {
    const { client, fake } = await open()
    const controller = new AbortController()
    let aborted = false
    fake.onCall((_name, signal) => {
      signal?.addEventListener('abort', () => (aborted = true))
      return new Promise(() => {})
    })
    const call = client.tools.call({ name: 'x' }, { signal: controller.signal }).catch(() => 'aborted')
    await vi.waitFor(() => expect(fake.calls()).toBe(1), patience)
    controller.abort()
    expect(await call).toBe('aborted')
    await vi.waitFor(() => expect(aborted).toBe(true), patience)
  })
})
