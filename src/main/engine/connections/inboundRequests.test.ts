import { describe, expect, it } from 'vitest'
import { InboundRequests } from '#engine/connections/inboundRequests'
import { JsonRpcPeer } from '#engine/connections/jsonRpcPeer'

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
  it('answers each once, and none that was taken back', () => {
    const { sent, requests } = setUp()
    const first = requests.take(1, 'roots/list', {})
    const second = requests.take('2', 'roots/list', {})
    first?.respond({ roots: [] })
    first?.refuse(1, 'late')
    requests.takeBack('2')
    second?.respond({ roots: [] })
    expect(second?.signal.aborted).toBe(true)
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { roots: [] } }])
  })

  it('refuses a flood that nobody answers, and serves again when there is room', () => {
    const { sent, requests } = setUp()
    const open = Array.from({ length: 256 }, (_, id) => requests.take(id, 'sampling/createMessage', {}))
    expect(requests.take('more', 'sampling/createMessage', {})).toBeNull()
    expect(sent).toMatchObject([{ id: 'more', error: { code: -32603 } }])
    open[0]?.respond({})
    expect(requests.take('again', 'sampling/createMessage', {})).not.toBeNull()
  })
})
