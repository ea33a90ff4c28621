/** A real engine on a temporary folder, with real processes, for one test. */
import { onTestFinished } from 'vitest'
import type { NewServerInput } from '#contract/servers/server'
import { newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import type { Ports } from '#engine/ports'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testPorts } from '#test/support/testPorts'
import { serverFile } from '#test/support/testServers'

/** The launch of one of the servers in test/servers. */
export function testServer(file: string, ...args: string[]): Extract<NewServerInput['launch'], { transport: 'stdio' }> {
  return { transport: 'stdio', command: process.execPath, args: [serverFile(file), ...args] }
}

export async function startTestEngine(
  servers: Readonly<Record<string, Partial<NewServerInput> & Pick<NewServerInput, 'launch'>>> = {},
  overrides: Partial<Ports> = {},
): Promise<Engine> {
  const ports = { ...testPorts(await temporaryFolder()), ...overrides }
  const engine = await createEngine(ports)
  onTestFinished(() => engine.close())
  for (const [name, server] of Object.entries(servers)) await engine.servers.add(newServer.parse({ name, ...server }))
  return engine
}
