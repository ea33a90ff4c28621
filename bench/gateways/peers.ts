/** Other gateways from npm, each reached over the fastest MCP transport that it offers. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  freePort,
  serverScript,
  type Gateway,
  type ManyGateway,
  type McpServers,
  type StartedGateway,
} from '#bench/gateways/gateway'
import type { Workspace } from '#bench/machine/workspace'

const peersFolder = join(import.meta.dirname, '..', 'peers')
const inPeers = (path: string): string => join(peersFolder, 'node_modules', path)

/** Installs exactly the versions in their lock file, unless they are already installed. */
export async function installPeers(): Promise<void> {
  if (existsSync(inPeers('.package-lock.json'))) return
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const code = await new Promise((resolve, reject) => npm.once('exit', resolve).once('error', reject))
  if (code !== 0) throw new Error(`npm ci in bench/peers exited with ${String(code)}.`)
}

/** mcp-hub, whose MCP endpoint knows only HTTP+SSE: one event stream for all answers. */
export const mcpHub: Gateway = {
  key: 'mcp-hub',
  title: 'mcp-hub 4.2.1',
  wire: 'SSE at /mcp, its only MCP endpoint',
  async start(workspace) {
    const bench = { command: process.execPath, args: [serverScript] }
    return startMcpHub(workspace, { bench }, await workspace.makeFolder())
  },
}

export const mcpHubOfMany: ManyGateway = { key: 'mcp-hub', title: 'mcp-hub 4.2.1', start: startMcpHub }

async function startMcpHub(workspace: Workspace, mcpServers: McpServers, folder: string): Promise<StartedGateway> {
  const port = await freePort()
  const config = join(folder, 'servers.json')
  await writeFile(config, JSON.stringify({ mcpServers }))
  await keepOffTheNetwork(folder)
  const args = [inPeers('mcp-hub/dist/cli.js'), '--port', String(port), '--config', config]
  return {
    process: workspace.start({ args, folder }),
    endpoint: { port, path: '/mcp', wire: 'sse', token: null },
  }
}

/** Writes a fresh catalogue of servers, because otherwise mcp-hub fetches one from the network at start. */
async function keepOffTheNetwork(folder: string): Promise<void> {
  const cache = join(folder, '.local', 'share', 'mcp-hub', 'cache')
  await mkdir(cache, { recursive: true })
  const registry = { version: '1', generatedAt: 0, totalServers: 1, servers: [{ id: 'none', name: 'none' }] }
  await writeFile(
    join(cache, 'registry.json'),
    JSON.stringify({ registry, lastFetchedAt: Date.now(), serverDocumentation: {} }),
  )
}

function mcpProxy(key: string, wire: string, endpoint: { path: string; wire: 'streamable' | 'sse' }): Gateway {
  return {
    key,
    title: 'mcp-proxy 6.7.19',
    wire,
    async start(workspace) {
      const folder = await workspace.makeFolder()
      const port = await freePort()
      const listen = ['--host', '127.0.0.1', '--port', String(port)]
      const args = [inPeers('mcp-proxy/dist/bin/mcp-proxy.mjs'), ...listen, '--', process.execPath, serverScript]
      return { process: workspace.start({ args, folder }), endpoint: { port, token: null, ...endpoint } }
    },
  }
}

export const mcpProxyStream = mcpProxy('mcp-proxy', 'streamable HTTP at /mcp', { path: '/mcp', wire: 'streamable' })
export const mcpProxySse = mcpProxy('mcp-proxy-sse', 'SSE at /sse', { path: '/sse', wire: 'sse' })

export const supergateway: Gateway = {
  key: 'supergateway',
  title: 'supergateway 4.0.0',
  wire: 'streamable HTTP at /mcp, stateful',
  async start(workspace) {
    const folder = await workspace.makeFolder()
    const port = await freePort()
    const options = ['--outputTransport', 'streamableHttp', '--stateful', '--logLevel', 'none', '--port', String(port)]
    const args = [inPeers('supergateway/dist/index.js'), '--stdio', `${process.execPath} ${serverScript}`, ...options]
    return {
      process: workspace.start({ args, folder }),
      endpoint: { port, path: '/mcp', wire: 'streamable', token: null },
    }
  },
}
