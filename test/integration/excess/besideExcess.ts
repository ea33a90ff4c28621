/** Runs a server that sends too much, as a stdio process or behind HTTP, next to a well-behaved server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { type Besides, besideLaunch, type HostileOptions } from '#test/integration/badInput/besideEcho'
import { testServer } from '#test/support/testEngine'
import { serverFile } from '#test/support/testServers'

/** One wire for each kind of transport that matters in most of these tests. */
export const wires = ['stdio', 'http'] as const
export const allWires = [...wires, 'sse'] as const
type Wire = (typeof allWires)[number]

export interface BesideExcess extends Besides {
  /** Returns the highest number of connections that were open to the server at the same time, or null on stdio. */
  maxOpen(): Promise<number | null>
}

export async function besideExcess(
  wire: Wire,
  excess: { readonly name: string; readonly size?: number; readonly of?: string },
  options: HostileOptions = {},
): Promise<BesideExcess> {
  const args = ['--excess', excess.name, '--size', String(excess.size ?? 1), '--of', excess.of ?? '']
  if (wire === 'stdio') {
    const besides = await besideLaunch(testServer('excessive', ...args), options)
    return { ...besides, maxOpen: () => Promise.resolve(null) }
  }
  const origin = await startHttp(wire, args)
  const besides = await besideLaunch({ transport: wire, url: `${origin}/mcp`, headers: {} }, options)
  return {
    ...besides,
    maxOpen: async () => ((await (await fetch(`${origin}/figures`)).json()) as { maxOpen: number }).maxOpen,
  }
}

async function startHttp(wire: 'http' | 'sse', args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [serverFile('excessive'), `--${wire}`, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${port.toString().trim()}`
}
