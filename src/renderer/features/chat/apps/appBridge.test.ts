import { describe, expect, test } from 'vitest'
import { frameContent, frameReady } from '#contract/chat/appFrame'
import { type AppBridge, type AppEnd, createAppBridge } from '#renderer/features/chat/apps/appBridge.ts'
import { createMessageRate, isWithinBounds } from '#renderer/features/chat/apps/messageBounds.ts'
import { appPageOf } from '#renderer/features/chat/apps/appResource.ts'

interface Posted {
  readonly id?: unknown
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

function openBridge() {
  const posted: Posted[] = []
  const ends: AppEnd[] = []
  const heights: number[] = []
  const calls: { name: string; resolve: (result: unknown) => void; reject: (error: Error) => void }[] = []
  const timers = new Map<() => void, number>()
  const clock = { now: 0 }
  const bridge: AppBridge = createAppBridge(
    {
      post: (message) => posted.push(message as Posted),
      now: () => clock.now,
      after: (delayMs, run) => {
        timers.set(run, clock.now + delayMs)
        return () => timers.delete(run)
      },
      context: () => ({ theme: 'dark' }),
      call: (name) => new Promise((resolve, reject) => calls.push({ name, resolve, reject })),
      openLink: () => false,
      addToDraft: (text) => text === 'hello',
      resize: (height) => heights.push(height),
      ended: (why) => ends.push(why),
    },
    { html: '<p>page</p>', arguments: { a: 1 } },
  )
  const say = (message: unknown) => bridge.receive(() => message)
  const ready = () => say({ jsonrpc: '2.0', method: frameReady, params: {} })
  const ask = (method: string, params?: unknown, id: unknown = 1) => say({ jsonrpc: '2.0', id, method, params })
  const initialize = () => {
    ready()
    ask('ui/initialize', {})
    say({ jsonrpc: '2.0', method: 'ui/notifications/initialized' })
  }
  const pass = (ms: number) => {
    clock.now += ms
    for (const [run, at] of timers) if (at <= clock.now) run()
  }
  return { bridge, posted, ends, heights, calls, say, ready, ask, initialize, pass }
}

describe('[R32] the conversation with a page of a server', () => {
  test('the page gets its content once, then the arguments and the result of its call, in this order', () => {
    const { bridge, posted, initialize } = openBridge()
    initialize()
    bridge.settle({ kind: 'result', result: { content: [] } })
    bridge.settle({ kind: 'result', result: { content: ['again'] } })
    expect(posted.map(({ method, id }) => method ?? id)).toEqual([
      frameContent,
      1,
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ])
  })

  test('a document that loads a second time gets nothing: it may have other permissions', () => {
    const { posted, ends, ready } = openBridge()
    ready()
    ready()
    expect(ends).toEqual(['left'])
    expect(posted.filter(({ method }) => method === frameContent)).toHaveLength(1)
  })

  test('before the page has its content, its messages are ignored, so that nothing else can speak for it', () => {
    const { posted, ask } = openBridge()
    ask('ui/initialize', {})
    expect(posted).toEqual([])
  })

  test.each([
    ['no document', () => {}, 10_000, 'unserved'],
    ['a page that says nothing', ({ ready }: ReturnType<typeof openBridge>) => ready(), 15_000, 'silent'],
  ] as const)('%s: the wait ends after a limited time', (_, begin, ms, end) => {
    const opened = openBridge()
    begin(opened)
    opened.pass(ms - 1)
    expect(opened.ends).toEqual([])
    opened.pass(1)
    expect(opened.ends).toEqual([end])
  })

  test.each([
    ['eval', {}, -32_601],
    ['resources/read', { uri: 'file:///etc/passwd' }, -32_601],
    ['sampling/createMessage', {}, -32_601],
    ['tools/call', { name: 7 }, -32_602],
    ['tools/call', { name: '' }, -32_602],
    ['tools/call', { name: 'x', arguments: [] }, -32_602],
    ['ui/open-link', { url: 5 }, -32_602],
    ['ui/message', { content: 'x' }, -32_602],
  ])('%s with %j is answered with an error and does nothing', (method, params, code) => {
    const { posted, initialize, ask, calls } = openBridge()
    initialize()
    ask(method, params, 'odd')
    expect(posted.at(-1)).toMatchObject({ id: 'odd', error: { code } })
    expect(calls).toEqual([])
  })

  test('a denied call is reported, and at most four run at once', async () => {
    const { posted, initialize, ask, calls } = openBridge()
    initialize()
    for (let id = 10; id < 15; id += 1) ask('tools/call', { name: `t${id}` }, id)
    expect(calls).toHaveLength(4)
    expect(posted.at(-1)).toMatchObject({ id: 14, error: { code: -32_000 } })
    calls[0]?.reject(new Error('denied'))
    calls[1]?.resolve({ content: [] })
    await new Promise((resolve) => setTimeout(resolve))
    expect(posted.slice(-2)).toEqual([
      { jsonrpc: '2.0', id: 10, error: { code: -32_000, message: 'denied' } },
      { jsonrpc: '2.0', id: 11, result: { content: [] } },
    ])
  })

  test('a request without a click is refused with a protocol error', () => {
    const { posted, initialize, ask } = openBridge()
    initialize()
    ask('ui/open-link', { url: 'https://example.com' }, 2)
    ask('ui/message', { content: [{ type: 'text', text: 'hello' }] }, 3)
    ask('ui/message', { content: [{ type: 'image' }] }, 4)
    expect(posted.slice(-3).map(({ result }) => result)).toEqual([{ isError: true }, {}, { isError: true }])
  })

  test('the page gets the height that it asks for, within limits', () => {
    const { heights, initialize, say } = openBridge()
    initialize()
    for (const height of [300, 1e9, -5, Number.NaN, '300'])
      say({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height } })
    expect(heights).toEqual([300, 640, 40])
  })

  test('a flood of messages ends the page, and is not even read', () => {
    const { bridge, ends } = openBridge()
    let read = 0
    for (let message = 0; message < 10_000; message += 1)
      bridge.receive(() => {
        read += 1
        return null
      })
    expect(ends).toEqual(['tooMuch'])
    expect(read).toBe(200)
  })

  test('after the page is unloaded, no message passes in either direction', () => {
    const { bridge, posted, initialize, ask } = openBridge()
    initialize()
    bridge.close()
    const before = posted.length
    ask('ping')
    bridge.settle({ kind: 'cancelled', reason: 'x' })
    bridge.contextChanged()
    expect(posted).toHaveLength(before)
  })
})

describe('[R32] the limits of a message', () => {
  const knot: Record<string, unknown> = {}
  knot['self'] = knot
  test.each([
    ['plain', { a: [1, null, 'x', true, undefined] }, true],
    ['a million letters', 'x'.repeat(1_000_001), false],
    ['many values', Array.from({ length: 20_001 }, () => 0), false],
    ['long empty lists', Array.from({ length: 3 }, () => Array.from({ length: 10_000 })), false],
    ['cyclic data', knot, false],
    ['a buffer', { a: new ArrayBuffer(8) }, false],
    ['a map', new Map(), false],
    ['a bigint', 1n, false],
  ])('%s', (_, message, within) => {
    expect(isWithinBounds(message)).toBe(within)
  })

  test('a page that animates something may send many messages for a while', () => {
    const mayCome = createMessageRate(0)
    expect(Array.from({ length: 300 }, (_, frame) => mayCome(frame * 16)).every(Boolean)).toBe(true)
  })
})

describe('[R32] the page that a server returns', () => {
  const read = (content: unknown) => appPageOf({ contents: [content] })
  const page = { mimeType: 'text/html;profile=mcp-app', text: '<p>' }
  test('is a page by its type alone, and gets the addresses of the web that it declares', () => {
    expect(read(page)).toMatchObject({ kind: 'page', html: '<p>', network: { connections: [], resources: [] } })
    expect(read({ ...page, mimeType: 'text/html' }).kind).toBe('none')
    expect(read({ ...page, text: undefined }).kind).toBe('none')
    expect(read({ mimeType: page.mimeType, blob: btoa('ü'.repeat(0) + '<b>') })).toMatchObject({ html: '<b>' })
    expect(appPageOf({}).kind).toBe('none')
    const csp = { connectDomains: ['https://api.example.com', 'http://a.example.com'], resourceDomains: ['*'] }
    expect(read({ ...page, _meta: { ui: { csp } } })).toMatchObject({
      network: { connections: ['https://api.example.com'], resources: [] },
    })
  })
})
