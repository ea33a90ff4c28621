import { describe, expect, it } from 'vitest'
import { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import type { JsonRpcError } from '#contract/jsonRpc/messages'

function setUp() {
  const sent: string[] = []
  const strays: string[] = []
  const notifications: string[] = []
  const requests: [unknown, string][] = []
  const peer = new JsonRpcPeer((json) => sent.push(json), {
    onRequest: (id, method) => requests.push([id, method]),
    onNotification: (method) => notifications.push(method),
    onStray: (what) => strays.push(what),
    onAnswered: () => undefined,
  })
  return { peer, sent, strays, notifications, requests }
}

function observe() {
  const outcomes: unknown[] = []
  const progress: unknown[] = []
  const observer: RequestObserver = {
    onResult: (result) => outcomes.push({ result }),
    onError: (error: JsonRpcError) => outcomes.push({ error }),
    onLost: (reason) => outcomes.push({ lost: reason }),
    onProgress: (params) => progress.push(params),
  }
  return { outcomes, progress, observer }
}

describe('JsonRpcPeer', () => {
  it('[R1] assigns ids from a sequence of its own, so that two servers never share one', () => {
    const { peer, sent } = setUp()
    peer.request('a', {}, observe().observer)
    peer.request('b', {}, observe().observer)
    expect(sent.map((json) => (JSON.parse(json) as { id: number }).id)).toEqual([1, 2])
  })

  it('matches each answer to its request, in any order', () => {
    const { peer } = setUp()
    const first = observe()
    const second = observe()
    peer.request('a', {}, first.observer)
    peer.request('b', {}, second.observer)
    peer.receive('{"result":{"n":2},"jsonrpc":"2.0","id":2}')
    peer.receive('{"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"no","data":{"x":1}}}')
    expect(second.outcomes).toEqual([{ result: { n: 2 } }])
    expect(first.outcomes).toEqual([{ error: { code: -32050, message: 'no', data: { x: 1 } } }])
  })

  it('settles a request once: a duplicate answer is reported as a stray message', () => {
    const { peer, strays } = setUp()
    const { outcomes, observer } = observe()
    peer.request('a', {}, observer)
    peer.receive('{"jsonrpc":"2.0","id":1,"result":{}}')
    peer.receive('{"jsonrpc":"2.0","id":1,"result":{}}')
    expect(outcomes).toHaveLength(1)
    expect(strays).toEqual(['an answer to 1, which no request is waiting for'])
  })

  it('refuses a batch so large that it would block all other servers', () => {
    const { peer, strays, notifications } = setUp()
    const one = { jsonrpc: '2.0', method: 'notifications/x' }
    peer.receive(JSON.stringify(Array.from({ length: 1_000 }, () => one)))
    expect(notifications).toHaveLength(1_000)
    peer.receive(JSON.stringify(Array.from({ length: 1_001 }, () => one)))
    expect(notifications).toHaveLength(1_000)
    expect(strays).toEqual(['a batch of more than 1000 messages'])
  })

  it('does not parse a long message while no request is waiting', () => {
    const { peer, strays, notifications } = setUp()
    const long = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { data: 'x'.repeat(1_000_000) },
    })
    peer.receive(long)
    expect(notifications).toEqual([])
    expect(strays).toEqual(['a message of more than 1 MB while no request was waiting'])
    peer.request('a', {}, observe().observer)
    peer.receive(long)
    expect(notifications).toHaveLength(1)
  })

  it('refuses a message nested too deep to be serialized again, tells the server or the caller, and continues', () => {
    const { peer, sent, strays, notifications, requests } = setUp()
    const { outcomes, observer } = observe()
    const id = peer.request('a', {}, observer)
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    peer.receive(`{"id":${id},"result":{"deep":${deep}}}`)
    peer.receive(`{"method":"notifications/message","params":{"deep":${deep}}}`)
    peer.receive(`{"id":"theirs","method":"sampling/createMessage","params":{"deep":${deep}}}`)
    const message = 'The message is nested more than 1024 levels deep.'
    expect(outcomes).toEqual([{ error: { code: -32603, message } }])
    expect([notifications, requests]).toEqual([[], []])
    expect(strays).toHaveLength(2)
    expect(sent.at(-1)).toBe(`{"jsonrpc":"2.0","id":"theirs","error":{"code":-32603,"message":"${message}"}}`)
    expect(peer.pendingCount).toBe(0)
  })

  it('fails a request that cannot be written as JSON, and does not count it as pending', async () => {
    const { peer, sent } = setUp()
    const { outcomes, observer } = observe()
    peer.request('a', { number: 1n }, observer)
    await Promise.resolve()
    expect(outcomes).toEqual([{ lost: expect.stringContaining('cannot be written as JSON') as string }])
    expect([sent, peer.pendingCount]).toEqual([[], 0])
  })

  it('reports only the beginning of an odd id', () => {
    const { peer, strays } = setUp()
    peer.receive(`{"id":"${'x'.repeat(1_000_000)}","result":{}}`)
    peer.receive('{"id":{"a":1},"result":{}}')
    expect(strays.map((stray) => stray.length < 200)).toEqual([true, true])
  })

  it('closing fails every pending request once and drops later messages', () => {
    const { peer } = setUp()
    const { outcomes, observer } = observe()
    peer.request('a', {}, observer)
    peer.close('gone')
    peer.receive('{"jsonrpc":"2.0","id":1,"result":{}}')
    expect(outcomes).toEqual([{ lost: 'gone' }])
  })

  it('a request after closing also fails, because a handshake that continues after the process died would wait forever', async () => {
    const { peer, sent } = setUp()
    const { outcomes, observer } = observe()
    peer.close('gone')
    peer.request('a', {}, observer)
    expect(outcomes).toEqual([])
    await Promise.resolve()
    expect(outcomes).toEqual([{ lost: 'gone' }])
    expect(sent).toEqual([])
  })

  it('progress goes only to the request with that token, and unknown tokens are ignored', () => {
    const { peer, notifications } = setUp()
    const { progress, observer } = observe()
    peer.request('a', {}, observer)
    peer.receive('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":3}}')
    peer.receive('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":99,"progress":3}}')
    expect(progress).toEqual([{ progressToken: 1, progress: 3 }])
    expect(notifications).toEqual(['notifications/progress'])
  })

  it.each([
    ['{', /not valid JSON/],
    ['"text"', /not an object/],
    ['null', /not an object/],
    ['{"jsonrpc":"2.0"}', /neither method nor id/],
    ['{"jsonrpc":"2.0","id":null,"result":{}}', /no request is waiting/],
    ['{"jsonrpc":"2.0","id":"1","result":{}}', /no request is waiting/],
  ])('invalid messages are reported, and the peer continues: %s', (json, expected) => {
    const { peer, strays } = setUp()
    peer.receive(json)
    expect(strays[0]).toMatch(expected)
  })

  it('an answer with neither result nor error counts as an error, so that no caller waits forever', () => {
    const { peer } = setUp()
    const { outcomes, observer } = observe()
    peer.request('a', {}, observer)
    peer.receive('{"jsonrpc":"2.0","id":1}')
    expect(outcomes).toMatchObject([{ error: { code: -32603 } }])
  })

  it('requests from the server keep their ids, and batches are split', () => {
    const { peer, requests, notifications } = setUp()
    peer.receive('[{"jsonrpc":"2.0","id":"x","method":"ping"},{"jsonrpc":"2.0","method":"note"}]')
    expect(requests).toEqual([['x', 'ping']])
    expect(notifications).toEqual(['note'])
  })
})
