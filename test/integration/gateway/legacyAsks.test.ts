/** A server's questions to a legacy client during its calls, and how the answers get back to the server. */
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '#contract/errors'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { text } from '#test/integration/gateway/scriptedEngine'
import { allEvents, events, nextEvent, openSession, type Json } from '#test/support/mcpClients'

let host: GatewayHost
beforeEach(async () => {
  host = await openGateway()
})
afterEach(() => host.close())

describe('a server’s questions during a call', () => {
  const sampling = { method: 'sampling/createMessage', params: { maxTokens: 5 } }
  const never = new AbortController().signal

  it('are sent on the stream of that call, and their answers come back to it', async () => {
    host.engine.on('echo', async ({ caller }) => ({ content: [], got: await caller.ask?.(sampling, never) }))
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    const stream = events(await session.request('c', 'tools/call', { name: 'echo' }))
    const asked = (await nextEvent(stream)) as Json
    expect(asked).toMatchObject(sampling)
    const given = { role: 'assistant', 'x-vendor': 1 }
    expect((await session.send({ jsonrpc: '2.0', id: asked['id'], result: given })).status).toBe(202)
    expect(await nextEvent(stream)).toMatchObject({ id: 'c', result: { got: given } })
  })

  it('a client’s refusal reaches the asking server exactly', async () => {
    const error = { code: -1, message: 'the person said no', data: { why: 1 } }
    host.engine.on('echo', async ({ caller }) => {
      const thrown = await caller.ask?.(sampling, never).catch((reason: unknown) => reason)
      return { content: [], got: (thrown as AppError).data }
    })
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    const stream = events(await session.request('c', 'tools/call', { name: 'echo' }))
    const asked = (await nextEvent(stream)) as Json
    await session.send({ jsonrpc: '2.0', id: asked['id'], error })
    expect(await nextEvent(stream)).toMatchObject({ result: { got: error } })
  })

  it('cannot be answered by another session', async () => {
    host.engine.on('echo', async ({ caller }) => ({ content: [], got: await caller.ask?.(sampling, never) }))
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    const other = await openSession(host.url, '2025-11-25', { sampling: {} })
    const stream = events(await session.request('c', 'tools/call', { name: 'echo' }))
    const asked = (await nextEvent(stream)) as Json
    await other.send({ jsonrpc: '2.0', id: asked['id'], result: { from: 'the wrong one' } })
    await session.send({ jsonrpc: '2.0', id: asked['id'], result: { from: 'the right one' } })
    expect(await nextEvent(stream)).toMatchObject({ result: { got: { from: 'the right one' } } })
  })

  // Catches a question without the id that 2025-11-25 requires. A client of that version would refuse the question.
  it('a modern server’s request to visit a page gets an id for legacy clients, a new one each time', async () => {
    const visit = { method: 'elicitation/create', params: { mode: 'url', url: 'https://example.org', message: 'm' } }
    host.engine.on('echo', async ({ caller }) => ({ content: [], got: await caller.ask?.(visit, never) }))
    const session = await openSession(host.url, '2025-11-25', { elicitation: { url: {} } })
    const ids = new Set<unknown>()
    for (const id of ['c', 'd']) {
      const stream = events(await session.request(id, 'tools/call', { name: 'echo' }))
      const asked = (await nextEvent(stream)) as Json
      expect(asked).toMatchObject(visit)
      ids.add((asked['params'] as Json)['elicitationId'])
      await session.send({ jsonrpc: '2.0', id: asked['id'], result: { action: 'accept' } })
      expect(await nextEvent(stream)).toMatchObject({ id, result: { got: { action: 'accept' } } })
    }
    expect([...ids]).toEqual([expect.any(String), expect.any(String)])
  })

  it('end when the server withdraws them, and the client is told', async () => {
    const withdrawn = new AbortController()
    host.engine.on('echo', async ({ caller }) => {
      const thrown = await caller.ask?.(sampling, withdrawn.signal).catch((reason: unknown) => reason)
      return { content: [], got: (thrown as AppError).code }
    })
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    const stream = events(await session.request('c', 'tools/call', { name: 'echo' }))
    const asked = (await nextEvent(stream)) as Json
    withdrawn.abort()
    expect(await nextEvent(stream)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: asked['id'] },
    })
    expect(await nextEvent(stream)).toMatchObject({ result: { got: 'SERVER_ERROR' } })
  })

  it('are rejected when the call ends first', async () => {
    const left: Promise<unknown>[] = []
    host.engine.on('echo', ({ caller }) => {
      const asking = caller.ask?.(sampling, never) ?? Promise.resolve()
      left.push(asking.catch((reason: unknown) => reason))
      return text('did not wait')
    })
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    await allEvents(await session.request('c', 'tools/call', { name: 'echo' }))
    expect(await left[0]).toMatchObject({ code: 'SERVER_ERROR', data: { message: 'The call has ended.' } })
  })

  it('a client that has gone cannot be asked', async () => {
    let goOn = (): void => undefined
    const gone = new Promise<void>((resolve) => (goOn = resolve))
    const outcome = new Promise<unknown>((resolve) => {
      host.engine.on('echo', async ({ caller, onNotification }) => {
        onNotification?.('notifications/progress', { progressToken: 1, progress: 1 })
        await gone
        resolve(await caller.ask?.(sampling, never).catch((reason: unknown) => reason))
        return text('done')
      })
    })
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    const leave = new AbortController()
    const arrived = host.nextRequest()
    const answer = session.request('c', 'tools/call', { name: 'echo' }, leave.signal)
    const [, response] = await arrived
    await nextEvent(events(await answer))
    leave.abort()
    await once(response, 'close')
    goOn()
    expect(await outcome).toMatchObject({ code: 'SERVER_ERROR', data: { code: -32603 } })
  })

  it('a question withdrawn before it was sent is not sent', async () => {
    const withdrawn = AbortSignal.abort()
    host.engine.on('echo', async ({ caller }) => {
      const thrown = await caller.ask?.(sampling, withdrawn).catch((reason: unknown) => reason)
      return { content: [], got: (thrown as AppError).code }
    })
    const session = await openSession(host.url, '2025-11-25', { sampling: {} })
    const answer = await session.request('c', 'tools/call', { name: 'echo' })
    expect(await answer.json()).toMatchObject({ result: { got: 'SERVER_ERROR' } })
  })

  it('a client that did not declare the ability is not asked', async () => {
    host.engine.on('echo', ({ caller }) => ({ content: [], got: caller.ask }))
    const session = await openSession(host.url, '2025-11-25', { experimental: { sampling: {} } })
    expect(await (await session.request(1, 'tools/call', { name: 'echo' })).json()).toMatchObject({
      result: { got: null },
    })
  })
})
