/** The features that a client can use with a server, each with its proof. */
import { expect } from 'vitest'
import {
  elicited,
  given,
  type MatrixClient,
  type RequestOptions,
  sampled,
} from '#test/integration/gateway/matrix/matrixClients'
import type { Json } from '#test/support/mcpClients'
import { echoTools } from '#test/servers/echoTools'

export interface Target {
  readonly client: MatrixClient
  /** The address under which clients see a resource of the server that can change. */
  readonly watched: string
  /** Which of the two styles a server of this kind can use to ask this client. */
  readonly way: 'old' | 'new'
}

const call = ({ client }: Target, name: string, args: Json = {}, _meta?: Json, options: RequestOptions = {}) =>
  client.request('tools/call', { name, arguments: args, ...(_meta && { _meta }) }, options)

async function said(target: Target, name: string): Promise<unknown> {
  const { content } = (await call(target, name)) as { content: [{ text: string }] }
  return JSON.parse(content[0].text)
}

/**
 * Waits until the values are those expected. A notification is no answer, so it may come after the answer to the
 * request that caused it.
 */
async function came(of: () => unknown, expected: unknown): Promise<void> {
  await expect.poll(of, { timeout: 5_000 }).toEqual(expected)
}

const names = (entries: unknown) => (entries as { name: string }[]).map(({ name }) => name)

export const features: Readonly<Record<string, (target: Target) => Promise<void>>> = {
  'list, complete although the server has pages': async ({ client }) => {
    const { tools, nextCursor } = await client.request('tools/list')
    expect(names(tools)).toEqual(expect.arrayContaining(['echo', 'structured', 'touch', 'roots']))
    expect([names(tools).length, nextCursor]).toEqual([echoTools.length + 15, undefined])
  },
  'an unknown cursor': async ({ client }) => {
    await expect(client.request('tools/list', { cursor: 'no' })).rejects.toMatchObject({ code: -32602 })
  },
  call: async (target) => {
    const { content } = await call(target, 'add', { a: 20, b: 22 })
    expect(content).toEqual([{ type: 'text', text: '42' }])
  },
  'tool errors': async (target) => expect(await call(target, 'fail')).toMatchObject({ isError: true }),
  'error codes and data': async (target) => {
    const data = { reason: 'asked to', depth: { kept: true } }
    await expect(call(target, 'rpcError')).rejects.toMatchObject({ code: -32050, data })
  },
  'structuredContent, _meta and unknown fields': async (target) => {
    const result = await call(target, 'structured', {}, { 'example.com/given': { kept: true } }, { raw: true })
    expect(result).toMatchObject({
      content: [
        { text: 'known', annotations: { 'x-vendor': 1 } },
        { type: 'hologram', frames: [1, 2, 3] },
      ],
      structuredContent: { nested: { list: [null, 1.5, 'ü'] }, meta: { 'example.com/given': { kept: true } } },
      'x-vendor-result': { kept: true },
      _meta: { 'example.com/trace': 'abc' },
    })
  },
  progress: async ({ client }) => {
    // The call is cancelled before it answers, because the SDK drops notifications that arrive in one piece with the
    // answer.
    const leave = new AbortController()
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => {
      if (seen.push(progress) === 3) leave.abort('enough')
    }
    const slow = { name: 'slow', arguments: { ms: 2500 } }
    await expect(client.request('tools/call', slow, { onprogress, signal: leave.signal })).rejects.toThrow('enough')
    expect(seen).toEqual([1, 2, 3])
  },
  'log messages': async (target) => {
    const { client } = target
    const level = { 'io.modelcontextprotocol/logLevel': 'warning' }
    if (!client.isModern) await client.request('logging/setLevel', { level: 'warning' })
    const levels = async () => {
      client.told.splice(0)
      await call(target, 'logs', {}, client.isModern ? level : undefined)
      return client.told.filter(({ method }) => method.endsWith('/message')).map(({ params }) => params['level'])
    }
    // For 5 s after a cancelled call, the server may still be working on it. During that time, log lines are assigned
    // to no client.
    await expect.poll(levels, { timeout: 8_000, interval: 250 }).toEqual(['warning', 'error'])
  },
  sampling: async (target) => expect(await said(target, 'sample')).toMatchObject(sampled),
  elicitation: async (target) => expect(await said(target, 'elicit')).toMatchObject(elicited),
  roots: async (target) => expect(await said(target, 'roots')).toMatchObject(given),
  'tools that ask in the way of only one era': async (target) => {
    expect(await said(target, `${target.way}_sample`)).toMatchObject(sampled)
    expect(await said(target, `${target.way}_elicit`)).toMatchObject(elicited)
    expect(await said(target, `${target.way}_roots`)).toMatchObject(given)
  },
  prompts: async ({ client }) => {
    const { prompts } = await client.request('prompts/list')
    expect(names(prompts)).toContain('test_prompt_with_arguments')
    const params = { name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } }
    const text = "Prompt with arguments: arg1='a', arg2='b'"
    expect(await client.request('prompts/get', params)).toMatchObject({ messages: [{ content: { text } }] })
  },
  resources: async ({ client, watched }) => {
    expect((await client.request('resources/list'))['resources']).toEqual(
      expect.arrayContaining([expect.objectContaining({ uri: watched })]),
    )
    expect(await client.request('resources/read', { uri: watched })).toMatchObject({ contents: [{ uri: watched }] })
    const { resourceTemplates } = await client.request('resources/templates/list')
    expect(resourceTemplates).toHaveLength(1)
  },
  completion: async ({ client }) => {
    const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' }
    const params = { ref, argument: { name: 'arg1', value: 'par' } }
    const values = ['paris', 'park', 'party']
    expect(await client.request('completion/complete', params)).toMatchObject({ completion: { values } })
  },
  'resource updates and list_changed': async (target) => {
    const { client, watched } = target
    client.told.splice(0)
    await client.follow(watched)
    await call(target, 'touch', { uri: 'test://watched-resource' })
    const updated = () =>
      client.told.filter(({ method }) => method.endsWith('/updated')).map(({ params }) => params['uri'])
    await came(updated, [watched])
    await call(target, 'test_trigger_prompt_change')
    const changed = () => client.told.filter(({ method }) => method === 'notifications/prompts/list_changed').length
    await came(changed, 1)
  },
  cancellation: async (target) => {
    const before = await said(target, 'left')
    const leave = new AbortController()
    const onprogress = () => leave.abort('enough')
    const left = target.client.request('tools/call', { name: 'hold' }, { onprogress, signal: leave.signal })
    await expect(left).rejects.toBeDefined()
    await expect.poll(() => said(target, 'left')).toBe(Number(before) + 1)
  },
}
