/** Thirty servers behind one address: real processes with ten tools each. */
import { setTimeout } from 'node:timers/promises'
import { serverScript, type McpServers } from '#bench/gateways/gateway'
import { McpClient, type Endpoint } from '#bench/load/mcpClient'

const serverCount = 30
const toolsEach = 10
export const toolCount = serverCount * toolsEach

/** Returns the servers, the last of which never answers while the file exists. */
export function manyServers(hangFile = '/nowhere'): McpServers {
  const numbers = Array.from({ length: serverCount }, (_, index) => index + 1)
  const argsOf = (number: number): string[] => [
    serverScript,
    `s${number}_`,
    String(toolsEach),
    ...(number === serverCount ? [hangFile] : []),
  ]
  return Object.fromEntries(
    numbers.map((number) => [`s${number}`, { command: process.execPath, args: argsOf(number) }]),
  )
}

export interface Listed {
  readonly client: McpClient
  /** The tools' names at the endpoint. */
  readonly names: readonly string[]
}

/** Requests the list repeatedly, from the moment when the endpoint is up until the list is complete. */
export async function untilListed(endpoint: Endpoint, deadlineMs: number): Promise<Listed> {
  const deadline = performance.now() + deadlineMs
  let client: McpClient | null = null
  while (performance.now() < deadline) {
    client ??= await opened(endpoint)
    const names = client === null ? [] : await namesOf(client)
    if (client !== null && names.length >= toolCount) return { client, names }
    await setTimeout(10)
  }
  client?.close()
  throw new Error(`The endpoint does not list ${toolCount} tools.`)
}

async function opened(endpoint: Endpoint): Promise<McpClient | null> {
  const client = new McpClient(endpoint)
  try {
    await client.open()
    return client
  } catch {
    client.close()
    return null
  }
}

async function namesOf(client: McpClient): Promise<string[]> {
  const { result } = await client.request(0, 'tools/list', {})
  return (result as { tools: { name: string }[] }).tools.map(({ name }) => name)
}
