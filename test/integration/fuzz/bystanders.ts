/**
 * Connects well-behaved clients, one at each door, next to the misbehaving ones. Each gets its own answer, whatever the
 * others send.
 */
import { Client } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { connectLines } from '#main/host/control/bridgeClient'
import { connectControl } from '#main/host/control/controlClient'
import type { FuzzedHost } from '#test/integration/fuzz/fuzzedHost'
import { bearer } from '#test/integration/gateway/clientDoor'
import { lineTransport } from '#test/integration/gateway/lineClients'
import { connectV2 } from '#test/support/mcpClients'

export interface Bystanders {
  /** Rejects if one of the clients gets no answer, or another client's answer. */
  call(): Promise<void>
}

type Call = (text: string) => Promise<unknown>

export async function openBystanders(host: FuzzedHost): Promise<Bystanders> {
  const calls = [await byHttp(host), await byLines(host), await byContract(host)]
  let count = 0
  return {
    async call() {
      for (const call of calls) {
        count += 1
        const text = `said ${count} times`
        expect(await call(text)).toMatchObject({ content: [{ type: 'text', text }] })
      }
    },
  }
}

async function byHttp({ url, token }: FuzzedHost): Promise<Call> {
  return callOf(await connectV2(`${url}/mcp/s/one`, 'modern', {}, bearer(token)))
}

async function byLines({ dataFolder }: FuzzedHost): Promise<Call> {
  const stream = await connectLines(dataFolder, { project: 'default', client: null })
  if (stream === null) throw new Error('no engine is listening at the control socket')
  const client = new Client({ name: 'bystander', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(lineTransport(stream))
  return callOf(client)
}

async function callOf(client: Client): Promise<Call> {
  onTestFinished(() => client.close())
  const name = nameOfEcho((await client.listTools()).tools)
  return (text) => client.callTool({ name, arguments: { text } })
}

async function byContract({ dataFolder }: FuzzedHost): Promise<Call> {
  const connection = await connectControl(dataFolder)
  if (connection === null) throw new Error('no engine is listening at the control socket')
  onTestFinished(() => connection.close())
  const { tools } = connection.client
  const name = nameOfEcho(await tools.listed({ projectId: 'default' }))
  return (text) => tools.call({ projectId: 'default', name, arguments: { text } })
}

function nameOfEcho(tools: readonly { readonly name: string }[]): string {
  return tools.find(({ name }) => name.endsWith('echo'))?.name ?? 'there is no echo'
}
