/** Third-party clients of both lines of the SDK, in every era they support. */
import type { Client as ClientV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import {
  CreateMessageRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { everything, text } from '#test/integration/gateway/scriptedEngine'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { seenProgress } from '#test/support/sdkProgress'

type AnyClient = ClientV1 | ClientV2
type Connect = (url: string) => Promise<AnyClient>

const clients: [string, Connect][] = [
  ['v1', (url) => connectV1(url)],
  ['v2 in the legacy era', (url) => connectV2(url, 'legacy')],
  ['v2 in the modern era', (url) => connectV2(url, 'modern')],
]

let host: GatewayHost
let client: AnyClient | undefined
beforeEach(async () => {
  host = await openGateway()
})
afterEach(async () => {
  await client?.close()
  await host.close()
})

describe.each(clients)('%s', (_name, connect) => {
  it('a client lists, calls, and calls again', async () => {
    host.engine.setTools(everything, ['git__log', 'echo'])
    host.engine.on('echo', ({ params }) => text(JSON.stringify(params.arguments)))
    client = await connect(host.url)
    expect(client.getServerVersion()).toMatchObject({ name: 'switchboard', version: '9.9.9' })
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['git__log', 'echo'])
    expect(await client.callTool({ name: 'echo', arguments: { n: 1 } })).toMatchObject(text('{"n":1}'))
    expect(await client.callTool({ name: 'echo', arguments: { n: 2 } })).toMatchObject(text('{"n":2}'))
  })

  it('a client sees the progress of its call', async () => {
    const { seen, complete, onprogress } = seenProgress(2)
    host.engine.on('echo', async ({ params, onNotification }) => {
      const { progressToken } = params._meta ?? {}
      for (const progress of [1, 2]) onNotification?.('notifications/progress', { progressToken, progress, total: 2 })
      await complete
      return text('done')
    })
    client = await connect(host.url)
    const result = await call(client, 'echo', { onprogress })
    expect(result).toMatchObject(text('done'))
    expect(seen).toEqual([1, 2])
  })

  it('a client cancels its call, and the next call succeeds', async () => {
    const cancel = new AbortController()
    const cancelled = new Promise<void>((resolve) => {
      host.engine.on('hang', ({ signal }) => {
        signal?.addEventListener('abort', () => resolve())
        setImmediate(() => cancel.abort('enough'))
        return new Promise(() => undefined)
      })
    })
    host.engine.on('echo', () => text('done'))
    client = await connect(host.url)
    await expect(call(client, 'hang', { signal: cancel.signal })).rejects.toThrow('enough')
    await cancelled
    expect(await call(client, 'echo')).toMatchObject(text('done'))
  })

  it('[R16] a client gets errors with their code, text and data', async () => {
    const error = { code: -32050, message: 'refused', data: { reason: ['x'] } }
    host.engine.on('echo', () => Promise.reject(new AppError('SERVER_ERROR', 'x', { data: error })))
    client = await connect(host.url)
    await expect(call(client, 'echo')).rejects.toMatchObject({
      code: -32050,
      message: expect.stringContaining('refused') as string,
      data: { reason: ['x'] },
    })
    await expect(call(client, 'nonsense')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nonsense') as string,
    })
  })
})

describe('[R12] a client is notified of changed tools', () => {
  it('v1', async () => {
    const v1 = (client = await connectV1(host.url))
    const told = new Promise<void>((resolve) =>
      v1.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    )
    await v1.listTools()
    host.engine.setTools(everything, ['echo', 'new'])
    host.clock.advance(50)
    await told
    expect((await v1.listTools()).tools).toHaveLength(2)
  })

  it.each(['legacy', 'modern'] as const)('v2 in the %s era', async (era) => {
    let tell = (_names: string[]): void => undefined
    const told = new Promise<string[]>((resolve) => (tell = resolve))
    const onChanged = (error: unknown, tools: { name: string }[] | null) =>
      tell(error === null ? (tools ?? []).map((tool) => tool.name) : ['no list came'])
    const listChanged = { tools: { onChanged, autoRefresh: true, debounceMs: 0 } }
    client = await connectV2(host.url, era, { listChanged })
    host.engine.setTools(everything, ['echo', 'new'])
    host.clock.advance(50)
    expect(await told).toEqual(['echo', 'new'])
  })
})

it('v2, given the choice, uses the modern era', async () => {
  const v2 = (client = await connectV2(host.url, 'auto'))
  expect(v2.getProtocolEra()).toBe('modern')
  expect((await v2.listTools()).tools).toHaveLength(1)
})

describe('features of the legacy era only', () => {
  it('v1 answers a server’s questions during a call', async () => {
    const request = {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 5 },
    }
    host.engine.on('echo', async ({ caller, signal }) => {
      const answer = await caller.ask?.(request, signal ?? new AbortController().signal)
      return text(JSON.stringify(answer))
    })
    const v1 = (client = await connectV1(host.url, { capabilities: { sampling: {} } }))
    v1.setRequestHandler(CreateMessageRequestSchema, () => ({
      model: 'm',
      role: 'assistant',
      content: { type: 'text', text: 'hello' },
    }))
    const answer = '{"model":"m","role":"assistant","content":{"type":"text","text":"hello"}}'
    expect(await v1.callTool({ name: 'echo' })).toMatchObject(text(answer))
  })

  it('v1 sees log messages during a call', async () => {
    host.engine.on('echo', ({ onNotification }) => {
      for (const level of ['debug', 'error']) onNotification?.('notifications/message', { level, data: level })
      return text('done')
    })
    const v1 = (client = await connectV1(host.url))
    const seen: string[] = []
    v1.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void seen.push(params.level))
    await v1.setLoggingLevel('warning')
    await v1.callTool({ name: 'echo' })
    expect(seen).toEqual(['error'])
  })

  it('v1 ends its session', async () => {
    const v1 = await connectV1(host.url)
    const { transport } = v1
    await (transport as unknown as { terminateSession(): Promise<void> }).terminateSession()
    await expect(v1.ping()).rejects.toThrow(/initialize/)
  })
})

interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { progress: number }) => void
}

function call(caller: AnyClient, name: string, options: CallOptions = {}): Promise<unknown> {
  return caller instanceof ClientV1 ? caller.callTool({ name }, undefined, options) : caller.callTool({ name }, options)
}
