/** Starts the SDK's OAuth example, with its own authorization server and MCP server, as a child process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { onTestFinished } from 'vitest'
import { listen } from '#test/support/signIn/listening'

const example = 'examples/server/simpleStreamableHttp.js'

/** Resolves with the MCP server's address. */
export async function sdkExampleForTest(): Promise<string> {
  const script = createRequire(import.meta.url).resolve(`@modelcontextprotocol/sdk/${example}`)
  const [mcpPort, authPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [script, '--oauth', '--oauth-strict'], {
    env: { ...process.env, MCP_PORT: String(mcpPort), MCP_AUTH_PORT: String(authPort) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await gone
  })
  let said = ''
  // Reads all output, because the example exits if it cannot print.
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(`port ${mcpPort}`) && said.includes(`port ${authPort}`)) resolve()
    })
  })
  return `http://localhost:${mcpPort}/mcp`
}

async function freePort(): Promise<number> {
  const { port, close } = await listen(() => undefined)
  await close()
  return port
}
