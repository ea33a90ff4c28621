/**
 * Clients of both lines of the SDK on every way in, behind one interface. They answer their servers' questions
 * immediately.
 */
import {
  Client as ClientV2,
  SSEClientTransport as SseV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client'
import type { Transport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { lineTransport, modernParams, openLines, rawLines } from '#test/integration/gateway/lineClients'
import { type MatrixPlace, type ServerKind, slugOf } from '#test/integration/gateway/matrix/matrixPlace'
import { type Json, modernRequest } from '#test/support/mcpClients'

export const lines = ['SDK v1', 'SDK v2 legacy', 'SDK v2 modern'] as const
export type Line = (typeof lines)[number]
export const ways = ['http', 'stdio', 'sse'] as const
export type Way = (typeof ways)[number]

export interface RequestOptions {
  readonly onprogress?: (progress: { progress: number }) => void
  readonly signal?: AbortSignal
  /** Whether the SDK skips the validation of the result. Its v2 rejects 2026-07-28 content that it does not know. */
  readonly raw?: boolean
}

export interface MatrixClient {
  readonly isModern: boolean
  /** Every notification except progress. */
  readonly told: { readonly method: string; readonly params: Json }[]
  request(method: string, params?: Json, options?: RequestOptions): Promise<Json>
  /** Subscribes the client, from now on, to changes in this resource and in the list of prompts. */
  follow(uri: string): Promise<void>
  close(): Promise<void>
}

export const sampled = { role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'a model' } as const
export const elicited = { action: 'accept', content: { colour: 'blue' } } as const
export const given = { roots: [{ uri: 'file:///here' }] }
const capabilities = { sampling: {}, elicitation: { form: {} }, roots: {} }

export function openClient(place: MatrixPlace, line: Line, way: Way, kind: ServerKind): Promise<MatrixClient> {
  const project = slugOf(kind)
  return openClientAt(place, line, way, { path: `/p/${project}`, project })
}

/** Where a client connects: the path after `/mcp` or `/sse`, and a bridge's project. */
export interface ClientAddress {
  readonly path: string
  readonly project: string | null
}

export async function openClientAt(
  place: MatrixPlace,
  line: Line,
  way: Way,
  { path, project }: ClientAddress,
): Promise<MatrixClient> {
  const url = new URL(`${place.url}/${way === 'sse' ? 'sse' : 'mcp'}${path}`)
  if (line === 'SDK v1') {
    const transport = way === 'http' ? new HttpV1(url) : way === 'sse' ? new SseV1(url) : linesTo(place, project)
    // The transport's optional session id does not meet `exactOptionalPropertyTypes`.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the linter does not know that option
    return await v1(transport as TransportV1)
  }
  const transport = way === 'http' ? new HttpV2(url) : way === 'sse' ? new SseV2(url) : linesTo(place, project)
  const byHand = way === 'http' ? rawHttp(url.href) : rawLine(place, project)
  return await v2(transport, line === 'SDK v2 modern', byHand)
}

/** Connects a client to its own server, without Switchboard. */
export async function openDirectly(line: Line, command: string, args: string[]): Promise<MatrixClient> {
  if (line === 'SDK v1') return await v1(new StdioV1({ command, args }))
  const byHand = () => Promise.reject(new Error('Nothing is asked by hand here.'))
  return await v2(new StdioV2({ command, args }), line === 'SDK v2 modern', byHand)
}

function linesTo({ gateway }: MatrixPlace, project: string | null): TransportV2 {
  return lineTransport(openLines(gateway, project))
}

async function v1(transport: TransportV1): Promise<MatrixClient> {
  const client = new ClientV1({ name: 'matrix', version: '1' }, { capabilities })
  const told: MatrixClient['told'] = []
  client.setRequestHandler(CreateMessageRequestSchema, () => sampled)
  client.setRequestHandler(ElicitRequestSchema, () => elicited)
  client.setRequestHandler(ListRootsRequestSchema, () => given)
  client.fallbackNotificationHandler = async ({ method, params }) => void told.push({ method, params: params ?? {} })
  await client.connect(transport)
  const request: MatrixClient['request'] = async (method, params = {}, options = {}) =>
    (await client.request({ method, params }, z.any(), options)) as Json
  return {
    isModern: false,
    told,
    request,
    follow: async (uri) => void (await request('resources/subscribe', { uri })),
    close: () => client.close(),
  }
}

type ByHand = (method: string, params: Json) => Promise<Json>

async function v2(transport: TransportV2, isModern: boolean, byHand: ByHand): Promise<MatrixClient> {
  const mode = isModern ? { pin: '2026-07-28' } : 'legacy'
  const client = new ClientV2({ name: 'matrix', version: '1' }, { capabilities, versionNegotiation: { mode } })
  const told: MatrixClient['told'] = []
  client.setRequestHandler('sampling/createMessage', () => sampled)
  client.setRequestHandler('elicitation/create', () => elicited)
  client.setRequestHandler('roots/list', () => given)
  client.fallbackNotificationHandler = async ({ method, params }) => void told.push({ method, params: params ?? {} })
  await client.connect(transport)
  const request: MatrixClient['request'] = async (method, params = {}, { raw, ...options } = {}) =>
    raw === true && isModern
      ? await byHand(method, params)
      : ((await client.request({ method, params }, z.any(), options)) as Json)
  return {
    isModern,
    told,
    request,
    follow: async (uri) => {
      if (isModern) await client.listen({ promptsListChanged: true, resourceSubscriptions: [uri] })
      else await request('resources/subscribe', { uri })
    },
    close: () => client.close(),
  }
}

const resultOf = (answer: unknown) => (answer as { result: Json }).result

function rawHttp(url: string): ByHand {
  return async (method, params) => {
    const { _meta, ...rest } = params
    return resultOf(await (await fetch(url, modernRequest(1, method, rest, _meta as Json))).json())
  }
}

function rawLine({ gateway }: MatrixPlace, project: string | null): ByHand {
  return async (method, params) => {
    const stream = openLines(gateway, project)
    const raw = rawLines(stream, stream)
    const { _meta, ...rest } = params
    raw.request(1, method, modernParams(rest, _meta as Json))
    const answer = await raw.next()
    stream.destroy()
    return resultOf(answer)
  }
}
