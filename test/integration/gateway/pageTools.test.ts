/** Tools that only their servers' pages may use (MCP Apps). Clients that show no pages do not see them. */
import { expect, onTestFinished, test } from 'vitest'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { startTestEngine, testServer } from '#test/support/testEngine'

async function open(): Promise<string> {
  const engine = await startTestEngine({ pages: { launch: testServer('uiApp') } })
  return openDoor(engine)
}

const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } }

async function connect(url: string, era: 'legacy' | 'modern', capabilities: object) {
  const options = { capabilities }
  const client = era === 'legacy' ? await connectV1(url, options) : await connectV2(url, 'modern', options)
  onTestFinished(() => client.close())
  return client
}

const unknown = (name: string) => ({
  code: -32602,
  message: expect.stringContaining(`Unknown tool: ${name}`) as string,
})

test.each([
  ['legacy', ''],
  ['legacy', '/s/pages'],
  ['modern', ''],
  ['modern', '/s/pages'],
] as const)(
  'a %s client at /mcp%s that shows no pages neither sees tools for pages nor can call them',
  async (era, path) => {
    const url = `${await open()}${path}`
    const client = await connect(url, era, {})
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('show_counter')
    expect(names).not.toContain('bump')
    for (const name of ['bump', 'pages__bump'])
      await expect(client.callTool({ name })).rejects.toMatchObject(unknown(name))
  },
)

test.each(['legacy', 'modern'] as const)('a %s client that shows pages sees and calls their tools', async (era) => {
  const client = await connect(await open(), era, { extensions })
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('bump')
  for (const name of ['bump', 'pages__bump'])
    expect(await client.callTool({ name })).toMatchObject({
      structuredContent: { count: expect.any(Number) as number },
    })
})

// Catches a search that finds, describes or calls a tool that is in no list.
test('a search does not find tools for pages', async () => {
  const client = await connect(`${await open()}?mode=search`, 'legacy', {})
  const used = async (name: string, args: Record<string, unknown>) => await client.callTool({ name, arguments: args })
  expect(JSON.stringify(await used('find_tools', { query: 'adds one to the count', limit: 50 }))).not.toContain('bump')
  for (const name of ['bump', 'pages__bump']) {
    expect(await used('describe_tools', { names: [name] })).toMatchObject({ isError: true })
    await expect(used('call_tool', { name })).rejects.toMatchObject(unknown(name))
  }
})
