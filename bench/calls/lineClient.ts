/** Does the least that a client can do: JSON-RPC lines over a child's pipes, and a map of ids. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { textOf, type ConnectClient } from '#bench/calls/callClient'

interface Answer {
  readonly id: number
  readonly result: unknown
}

export const connectLineClient: ConnectClient = async (serverScript) => {
  const child = spawn(process.execPath, [serverScript], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (result: unknown) => void>()
  let lastId = 0
  let rest = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer
      waiting.get(answer.id)?.(answer.result)
      waiting.delete(answer.id)
    }
  })
  const request = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++lastId
      waiting.set(id, resolve)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  const clientInfo = { name: 'bench', version: '1.0.0' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return {
    call: async (text) => textOf(await request('tools/call', { name: 'echo', arguments: { text } })),
    async close() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
