import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import { markedProcesses } from '#test/support/processList'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const command = join(root, 'out', 'main', 'cli.js')
const hasBrowser = hasPart('browser')
const program = (name: string) => join(root, 'node_modules', name, 'dist', 'index.js')

/**
 * Returns third-party servers, each with its known number of tools. The first server offers more tools to clients with
 * more capabilities.
 */
const servers = (folder: string) => ({
  everything: { args: [program('@modelcontextprotocol/server-everything'), 'stdio'], tools: 17 },
  filesystem: { args: [program('@modelcontextprotocol/server-filesystem'), folder], tools: 14 },
  memory: {
    args: [program('@modelcontextprotocol/server-memory')],
    tools: 9,
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
  },
  thinking: { args: [program('@modelcontextprotocol/server-sequential-thinking')], tools: 1 },
  git: {
    args: [program('@cyanheads/git-mcp-server')],
    tools: 28,
    env: { MCP_TRANSPORT_TYPE: 'stdio', MCP_LOG_LEVEL: 'error' },
  },
  context7: { args: [program('@upstash/context7-mcp')], tools: 2 },
  browser: {
    args: [
      join(root, 'node_modules', '@playwright', 'mcp', 'cli.js'),
      '--headless',
      '--isolated',
      '--no-sandbox',
      '--executable-path',
      hasBrowser ? commandPath('chromium') : 'chromium',
      '--output-dir',
      folder,
    ],
    tools: 25,
    env: { TEST_MARK: folder },
  },
})

describe('third-party servers, all in one engine', () => {
  let folder: string
  let config: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sb-'))
    config = join(folder, 'mcp.json')
    const entries = Object.entries(servers(folder)).map(([name, { tools: _tools, ...launch }]) => [
      name,
      { command: process.execPath, ...launch },
    ])
    await writeFile(config, JSON.stringify({ mcpServers: Object.fromEntries(entries) }))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const switchboard = async (...args: string[]) =>
    JSON.parse(
      (await run(process.execPath, [command, ...args, '--config', config, '--json'], { maxBuffer: 50_000_000 })).stdout,
    ) as unknown

  it('[R10] [R16] all are listed with unique names, and each answers a call', async () => {
    const tools = (await switchboard('tools')) as { name: string; _meta: Record<string, string> }[]
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
    const counts: Record<string, number> = {}
    for (const { _meta } of tools)
      counts[_meta['switchboard/server'] ?? ''] = (counts[_meta['switchboard/server'] ?? ''] ?? 0) + 1
    expect(counts).toEqual(
      Object.fromEntries(Object.entries(servers(folder)).map(([name, { tools: count }]) => [name, count])),
    )

    const called = await Promise.all([
      switchboard('call', 'echo', '{"message":"hello"}'),
      switchboard('call', 'list_allowed_directories'),
      switchboard('call', 'read_graph'),
    ])
    expect(JSON.stringify(called[0])).toContain('hello')
    expect(JSON.stringify(called[1])).toContain(folder)
    expect(JSON.stringify(called[2])).toContain('entities')
  })

  it.runIf(hasBrowser)(
    '[R7] a browser that a tool opened, and that left its server’s process group, is gone when the command has exited',
    async () => {
      const page = await switchboard('call', 'browser_navigate', '{"url":"data:text/html,<title>seen</title>"}')
      expect(JSON.stringify(page)).toContain('seen')
      expect(markedProcesses(folder)).toEqual([])
    },
  )
})
