/** The official SDK's client, version 2, used as its documentation shows. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { textOf, type ConnectClient } from '#bench/calls/callClient'

export const connectSdkClient: ConnectClient = async (serverScript) => {
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [serverScript] }))
  return {
    call: async (text) => textOf(await client.callTool({ name: 'echo', arguments: { text } })),
    close: () => client.close(),
  }
}
