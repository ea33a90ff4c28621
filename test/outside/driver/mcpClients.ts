/** MCP clients at every address that speaks MCP: the SDK's clients of both lines, over HTTP, `/sse` and the bridge. */
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import { factsOf, type Address } from '#test/outside/driver/addresses'
import type { ListedTool, OutsideClient, Outcome, Told } from '#test/outside/driver/outsideClient'
import { resultOutcome } from '#test/outside/driver/outsideClient'
import type { Place } from '#test/outside/driver/place'
import type { Json } from '#test/support/mcpClients'

const info = { name: 'outside', version: '1' }
type Request = (method: string, params: Json) => Promise<Json>

export async function openMcp(place: Place, address: Address, server: string): Promise<OutsideClient> {
  return factsOf(address).by === 'modern' ? openV2(place, address, server) : openV1(place, address, server)
}

/** Returns where a client connects, which does not depend on the SDK's line. */
function goalOf(place: Place, address: Address, server: string) {
  const [door = ''] = address.split(' ')
  const requestInit = { headers: { authorization: `Bearer ${place.token}` } }
  if (door === 'stdio') return { door, words: ['stdio', ...bridgeWords(place, address)], requestInit }
  const end = { all: '', project: `/${place.project}`, server: `/${server}` }[factsOf(address).sees]
  return { door, url: new URL(`${place.url}${door}${end}`), requestInit }
}

function bridgeWords(place: Place, address: Address): string[] {
  if (address === 'stdio --project') return ['--project', place.project]
  return address === 'stdio --config' ? ['--config', place.file] : []
}

async function openV1(place: Place, address: Address, server: string): Promise<OutsideClient> {
  const { door, words, url, requestInit } = goalOf(place, address, server)
  const client = new ClientV1(info)
  const told: Told[] = []
  client.fallbackNotificationHandler = async ({ method, params }) => void told.push({ method, params: params ?? {} })
  const transport =
    url === undefined
      ? new StdioV1({ ...place.launchOf(...words), stderr: 'ignore' })
      : door.startsWith('/sse')
        ? new SSEClientTransport(url, { requestInit })
        : new HttpV1(url, { requestInit })
  // The transport's optional session id does not meet `exactOptionalPropertyTypes`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the linter does not know that option
  await client.connect(transport as TransportV1)
  const request: Request = async (method, params) => (await client.request({ method, params }, z.any())) as Json
  const follow = async (uri: string) => void (await request('resources/subscribe', { uri }))
  return faceOf({ request, told, follow, close: () => client.close() })
}

async function openV2(place: Place, address: Address, server: string): Promise<OutsideClient> {
  const { words, url, requestInit } = goalOf(place, address, server)
  const client = new ClientV2(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const told: Told[] = []
  client.fallbackNotificationHandler = async ({ method, params }) => void told.push({ method, params: params ?? {} })
  const transport =
    url === undefined
      ? new StdioV2({ ...place.launchOf(...words), stderr: 'ignore' })
      : new HttpV2(url, { requestInit })
  await client.connect(transport)
  await client.listen({ toolsListChanged: true })
  const request: Request = async (method, params) => (await client.request({ method, params }, z.any())) as Json
  const follow = async (uri: string) => void (await client.listen({ resourceSubscriptions: [uri] }))
  return faceOf({ request, told, follow, close: () => client.close() })
}

interface Wired {
  readonly request: Request
  readonly told: Told[]
  readonly follow: (uri: string) => Promise<void>
  readonly close: () => Promise<void>
}

function faceOf({ request, told, follow, close }: Wired): OutsideClient {
  return {
    tools: async () => (await request('tools/list', {}))['tools'] as ListedTool[],
    call: (name, args = {}, _meta) =>
      request('tools/call', { name, arguments: args, ...(_meta && { _meta }) }).then(resultOutcome, failed),
    mcp: { told, request: (method, params = {}) => request(method, params), follow },
    close,
  }
}

function failed(thrown: unknown): Outcome {
  const { code, message } = thrown as { readonly code?: unknown; readonly message: string }
  // An error without a number comes from the client itself and is about the connection, so it is not an answer.
  if (typeof code !== 'number') throw thrown
  return { ok: false, text: message, code, result: null }
}
