/** Calls to hosted servers over REST, on an in-memory runtime. */
import { expect, it } from 'vitest'
import type { FakeImage } from '#test/support/hosting/fakeRuntime'
import { hostedHost, surroundings } from '#test/integration/hosting/hostedHost'

/**
 * Answers a call to `wait` after the given number of milliseconds, and reports the highest number of concurrent calls.
 */
const waiting: FakeImage = (body) => {
  let atOnce = 0
  let most = 0
  let rest = ''
  const answer = (id: unknown, given: object) => body.stdout(`${JSON.stringify({ jsonrpc: '2.0', id, ...given })}\n`)
  const take = (line: string) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    if (method === 'initialize')
      return answer(id, {
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'w', version: '1' } },
      })
    if (method === 'ping') return answer(id, { result: {} })
    if (method === 'tools/list')
      return answer(id, {
        result: {
          tools: ['wait', 'most', 'fail', 'bad', 'odd', 'die'].map((name) => ({
            name,
            inputSchema: { type: 'object' },
          })),
        },
      })
    if (method !== 'tools/call')
      return answer(id, { error: { code: -32601, message: `No method ${method}`, data: [1] } })
    switch (params.name) {
      case 'wait': {
        most = Math.max(most, ++atOnce)
        return void setTimeout(() => {
          atOnce -= 1
          answer(id, { result: { content: [{ type: 'text', text: `waited ${params.arguments.ms}` }] } })
        }, params.arguments.ms)
      }
      case 'most':
        return answer(id, { result: { content: [{ type: 'text', text: String(most) }] } })
      case 'fail':
        return answer(id, { result: { isError: true, content: [{ type: 'text', text: 'it did not work' }] } })
      case 'bad':
        return answer(id, { error: { code: -32602, message: 'Wrong argument', data: { field: 'x' } } })
      case 'die':
        return body.exit(1)
      default:
        return answer(id, { error: { code: -32050, message: 'Something odd', data: { why: 'no reason' } } })
    }
  }
  return {
    input: (text) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') take(line)
    },
  }
}

const image = { image: 'waiting' }
const open = async () => hostedHost(await surroundings({ waiting }))

it('[R25] a call is one line into the container, and the line that answers it is the result', async () => {
  const host = await hostedHost(await surroundings())
  const { id, slug } = await host.register()
  const answer = await host.callTool(slug, 'echo', { text: 'one\ntwo ✓' })
  expect(answer).toEqual({ status: 200, body: { result: { content: [{ type: 'text', text: 'one\ntwo ✓' }] } } })
  expect(host.runtime.newest(id).written.at(-1)).toMatch(/^\{"jsonrpc":"2.0".*"name":"echo".*\}\n$/)
})

it('[R25] a server’s errors keep code, message and data, under the matching status', async () => {
  const host = await open()
  await host.register(image)
  expect(await host.callTool('notes', 'bad')).toMatchObject({
    status: 400,
    body: {
      status: 400,
      message: 'Wrong argument',
      data: { code: -32602, message: 'Wrong argument', data: { field: 'x' } },
    },
  })
  expect(await host.rest('POST', '/mcp/servers/notes/call', { method: 'prompts/none' })).toMatchObject({
    status: 404,
    body: { message: 'No method prompts/none', data: { code: -32601, data: [1] } },
  })
  expect(await host.callTool('notes', 'odd')).toMatchObject({
    status: 502,
    body: { code: 'SERVER_ERROR', data: { code: -32050, message: 'Something odd', data: { why: 'no reason' } } },
  })
  expect(await host.callTool('notes', 'nothing')).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TOOL' } })
  expect(await host.callTool('notes', 'fail')).toMatchObject({ status: 200, body: { result: { isError: true } } })
  expect(await host.callTool('nowhere', 'fail')).toMatchObject({ status: 404 })
  for (const method of ['initialize', 'notifications/initialized'])
    expect(await host.rest('POST', '/mcp/servers/notes/call', { method })).toMatchObject({ status: 400 })
})

// Catches two requests being sent at the same time to a server that can handle only one.
it('[R25] concurrent calls run one after another', async () => {
  const host = await open()
  await host.register(image)
  const waits = [60, 10, 30, 0].map((ms) => host.callTool('notes', 'wait', { ms }))
  expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await host.callTool('notes', 'most')).body.result.content[0].text).toBe('1')
})

it('[R25] a call that is not answered in time fails, and its server keeps running', async () => {
  const host = await open()
  const { id } = await host.register({ ...image, call_timeout_ms: 200 })
  const { length } = host.runtime.history
  const late = await host.callTool('notes', 'wait', { ms: 900 })
  expect(late).toMatchObject({ status: 504, body: { code: 'CALL_TIMED_OUT' } })
  expect(await host.get('notes')).toMatchObject({ busy: true, status: 'running', restart_count: 0 })
  const said = JSON.stringify((await host.rest('GET', '/mcp/servers/notes/logs')).body)
  expect(said).toContain('without an answer')
  await expect.poll(async () => (await host.get('notes')).busy, { timeout: 3_000 }).toBe(false)
  expect(await host.callTool('notes', 'wait', { ms: 0 })).toMatchObject({ status: 200 })
  expect(host.runtime.history).toHaveLength(length)
  expect(host.runtime.newest(id).exit).toBeNull()
})

it('[R25] a call to a server that dies, or is not running, gets an error that says so', async () => {
  const host = await open()
  await host.register({ ...image, restart_policy: 'never' })
  expect(await host.callTool('notes', 'die')).toMatchObject({ status: 502, body: { code: 'SERVER_LOST' } })
  await expect.poll(async () => (await host.get('notes')).status).toBe('stopped')
  expect(await host.callTool('notes', 'wait', { ms: 0 })).toMatchObject({
    status: 503,
    body: { code: 'SERVER_UNAVAILABLE' },
  })
})

it('[R25] [R12] [R23] a tool that is switched off is unknown and not listed, and calls are recorded like any other', async () => {
  const host = await open()
  await host.register(image)
  await host.engine.servers.setToolsEnabled('notes', ['fail'], false)
  expect(await host.callTool('notes', 'fail')).toMatchObject({ status: 404, body: { code: 'UNKNOWN_TOOL' } })
  const { body } = await host.rest('POST', '/mcp/servers/notes/call', { method: 'tools/list' })
  expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(['wait', 'most', 'bad', 'odd', 'die'])
  await host.callTool('notes', 'most')
  await expect
    .poll(async () => JSON.stringify((await host.rest('GET', '/calls')).body), { timeout: 5_000 })
    .toContain('"originalTool":"most"')
})

// Catches a frame that is lost or doubled where the runtime cuts it, and a stdout line that is mistaken for a message.
it('[R24] frames are split and joined wherever they are cut, and stderr is separate', async () => {
  const cut: FakeImage = (body) => {
    const inner = waiting({
      ...body,
      stdout: (text) => {
        for (const piece of text.match(/[^]{1,7}/g) ?? []) body.stdout(piece)
        body.stdout('said in between\n')
        body.stderr('and this on the side\n')
      },
    })
    return inner
  }
  const host = await hostedHost(await surroundings({ cut }))
  await host.register({ image: 'cut' })
  expect(await host.callTool('notes', 'wait', { ms: 0 })).toMatchObject({ status: 200 })
  const lines = (await host.rest('GET', '/mcp/servers/notes/logs?tail=1000')).body as { source: string; text: string }[]
  expect(lines).toContainEqual(expect.objectContaining({ source: 'stdout', text: 'said in between' }))
  expect(lines).toContainEqual(expect.objectContaining({ source: 'stderr', text: 'and this on the side' }))
})

// Catches a server that counts as unresponsive because its heartbeats wait behind a long call.
it('[R27] heartbeats overtake waiting calls, and a server with a long call is not unresponsive', async () => {
  const host = await open()
  const { id } = await host.register({ ...image, heartbeat_ms: 100 })
  const calls = [host.callTool(id, 'wait', { ms: 1_500 }), host.callTool(id, 'wait', { ms: 1 })]
  const written = () => host.runtime.newest(id).written
  const at = (text: string) => written().findIndex((line) => line.includes(text))
  await expect.poll(() => at('"ms":1500')).toBeGreaterThan(-1)
  const begun = at('"ms":1500')
  await expect
    .poll(
      () =>
        written()
          .slice(begun)
          .filter((line) => line.includes('"ping"')).length,
    )
    .toBeGreaterThan(3)
  expect(at('"ms":1}')).toBe(-1)
  expect(await host.get(id)).toMatchObject({ status: 'running', busy: true })
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
})
