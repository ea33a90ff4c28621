import { describe, expect, it } from 'vitest'
import { InboundRequests } from '#engine/connections/peer/inboundRequests'
import { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'

function setUp() {
  const sent: unknown[] = []
  const peer = new JsonRpcPeer((json) => sent.push(JSON.parse(json)), {
    onRequest: () => undefined,
    onNotification: () => undefined,
    onStray: () => undefined,
    onAnswered: () => undefined,
  })
  return { sent, requests: new InboundRequests(peer) }
}

describe('InboundRequests', () => {
  it('answers each request once, and never answers a request that the server cancelled', () => {
    const { sent, requests } = setUp()
    const first = requests.take(1, 'roots/list', {}, 100)
    const second = requests.take('2', 'roots/list', {}, 100)
    first?.respond({ roots: [] })
    first?.refuse(1, 'late')
    requests.takeBack('2')
    second?.respond({ roots: [] })
    expect(second?.signal.aborted).toBe(true)
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { roots: [] } }])
  })

  it('refuses requests while too many are unanswered, and accepts requests again when the number drops', () => {
    const { sent, requests } = setUp()
    const open = Array.from({ length: 256 }, (_, id) => requests.take(id, 'sampling/createMessage', {}, 100))
    expect(requests.take('more', 'sampling/createMessage', {}, 100)).toBeNull()
    expect(sent).toMatchObject([{ id: 'more', error: { code: -32603 } }])
    open[0]?.respond({})
    expect(requests.take('again', 'sampling/createMessage', {}, 100)).not.toBeNull()
  })

  it('refuses requests beyond the total size limit until some are answered', () => {
    const { sent, requests } = setUp()
    const first = requests.take(1, 'sampling/createMessage', {}, 10_000_000)
    expect(requests.take(2, 'sampling/createMessage', {}, 10_000_000)).toBeNull()
    expect(sent).toMatchObject([{ id: 2, error: { message: expect.stringContaining('16 MB') as string } }])
    first?.respond({})
    expect(requests.take(3, 'sampling/createMessage', {}, 10_000_000)).not.toBeNull()
  })

  it('refuses a second request with the same id, which would bypass the limit', () => {
    const { sent, requests } = setUp()
    const first = requests.take(1, 'roots/list', {}, 100)
    expect(requests.take(1, 'roots/list', {}, 100)).toBeNull()
    first?.respond({})
    expect(sent).toHaveLength(2)
  })
})
