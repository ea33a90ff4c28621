/** The reason why a server exited has the same text wherever it is reported. */
import { expect, test, vi } from 'vitest'
import { startTestEngine } from '#test/support/testEngine'
import { patience } from '#test/support/patience'

const reason = "Error: Cannot find module '/srv/app/later.js'"

/**
 * A server with one tool, whose call loads a missing module. Node then prints a stack whose error message is ten lines
 * above its end.
 */
const script = `
  const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line)
    if (method === 'server/discover') console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'x' } }))
    if (method === 'initialize')
      answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } })
    if (method === 'tools/list') answer(id, { tools: [{ name: 'load', inputSchema: { type: 'object' } }] })
    if (method === 'tools/call') require('/srv/app/later.js')
  })`

test('[R9] [R16] the waiting caller, the state, the advice and its cause name the reason, and never the last lines of a stack', async () => {
  const engine = await startTestEngine({
    one: { launch: { transport: 'stdio', command: process.execPath, args: ['-e', script] }, restart: 'never' },
  })
  await engine.registry.use({ kind: 'all' })
  const caller = { key: 'test', capabilities: {}, ask: null }
  const call = () => engine.router.callTool({ kind: 'server', slug: 'one' }, { params: { name: 'load' }, caller })
  await expect(call()).rejects.toMatchObject({
    code: 'SERVER_LOST',
    message: `The call was sent, then the connection was lost: the server exited with code 1 (${reason}).`,
  })
  await vi.waitFor(
    () =>
      expect(engine.registry.get('one').state).toMatchObject({
        kind: 'failed',
        error: {
          message: `The server exited with code 1. It printed: ${reason}`,
          hint: expect.stringContaining('/srv/app/later.js') as string,
          cause: { code: 'file-missing', about: { file: '/srv/app/later.js' } },
        },
      }),
    patience,
  )
  await expect(call()).rejects.toMatchObject({
    code: 'SERVER_UNAVAILABLE',
    message: expect.stringContaining(reason) as string,
  })
})

test.each([
  [
    { transport: 'stdio', command: 'uvx-that-is-nowhere' },
    { code: 'command-missing', about: { command: 'uvx-that-is-nowhere' } },
  ],
  [
    { transport: 'stdio', command: process.execPath, cwd: '/nowhere' },
    { code: 'folder-missing', about: { file: '/nowhere' } },
  ],
  [
    { transport: 'stdio', command: import.meta.filename },
    { code: 'not-executable', about: { file: import.meta.filename } },
  ],
  [
    { transport: 'stdio', command: 'node', env: { A: '${env:ACME_TOKEN}' } },
    { code: 'variable-missing', about: { variable: 'ACME_TOKEN' } },
  ],
  [
    { transport: 'http', url: 'http://127.0.0.1:9/mcp' },
    { code: 'connection-refused', about: { host: '127.0.0.1', port: '9' } },
  ],
] as const)('a failure before any output also has a cause: %j', async (launch, cause) => {
  const engine = await startTestEngine({ one: { launch } })
  await engine.registry.use({ kind: 'all' })
  expect(await engine.registry.connection('one').settled()).toMatchObject({ error: { cause } })
})
