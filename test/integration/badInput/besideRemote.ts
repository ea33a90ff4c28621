/** Runs a remote server that breaks a rule, next to a neighbour server, which is called throughout each test. */
import { expect, onTestFinished } from 'vitest'
import type { WrittenLaunch } from '#contract/servers/server'
import { type Besides, besideLaunch, type HostileOptions } from '#test/integration/badInput/besideEcho'
import { type RemoteOptions, type RemoteServer, startRemote, toolNamed } from '#test/servers/remote'

export interface BesideRemote extends Besides {
  readonly server: RemoteServer
}

export interface RemoteHostileOptions extends HostileOptions {
  readonly headers?: Record<string, string>
  readonly launch?: (server: RemoteServer) => WrittenLaunch
}

export async function besideRemote(options: RemoteOptions, more: RemoteHostileOptions = {}): Promise<BesideRemote> {
  const server = await startRemote({ tools: ['bad', 'fine'].map(toolNamed), ...options })
  onTestFinished(() => server.close())
  const { headers = {}, settings } = more
  const launch = more.launch?.(server) ?? { transport: options.transport ?? 'http', url: server.url, headers }
  const besides = await besideLaunch(launch, { ...more, settings: { timeoutMs: 1_000, ...settings } })
  await keepCalling(besides)
  return { ...besides, server }
}

/**
 * Calls the neighbour until the test is over, and fails if a call is not answered. It is started before the remote
 * server breaks its rule.
 */
async function keepCalling(besides: Besides): Promise<void> {
  await besides.neighbourAnswers()
  let over = false
  const work = (async () => {
    while (!over) await besides.neighbourAnswers()
  })()
  const outcome = work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  onTestFinished(async () => {
    over = true
    expect(await outcome).toBeNull()
  })
}
