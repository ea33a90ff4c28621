/** Servers that were ready before and fail temporarily. */
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newServer, serverChange, type ConnectionState } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { remoteServer } from '#test/integration/transports/remote'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'

/** Waits for the first state of this kind with this reason, and returns it. */
async function reaches(
  engine: Engine,
  slug: string,
  kind: ConnectionState['kind'],
  code?: string,
): Promise<ConnectionState> {
  const connection = engine.registry.connection(slug)
  const isThere = ({ state }: typeof connection) =>
    state.kind === kind && (code === undefined || ('error' in state && state.error?.code === code))
  while (!isThere(connection)) await connection.changed()
  return connection.state
}

async function openEngine(dataFolder?: string) {
  const folder = dataFolder ?? (await temporaryFolder())
  const engine = await createEngine(testPorts(folder))
  onTestFinished(() => engine.close())
  return { engine, folder }
}

/** Returns a program in its own file, which the test can move away. */
async function echoProgram(): Promise<string> {
  const file = join(await temporaryFolder(), 'echo-server')
  const { command, args = [] } = testServer('echo')
  writeFileSync(file, `#!/bin/sh\nexec ${[command, ...args].map((word) => `'${word}'`).join(' ')}\n`)
  chmodSync(file, 0o755)
  return file
}

test('[R9] a command that is missing for a moment, as during a reinstallation, is started once it is back', async () => {
  const command = await echoProgram()
  const { engine } = await openEngine()
  await engine.servers.add(newServer.parse({ name: 'one', launch: { transport: 'stdio', command } }))
  const up = await reaches(engine, 'one', 'ready')
  renameSync(command, `${command}.away`)
  if (up.kind === 'ready' && up.pid !== null) process.kill(up.pid, 'SIGKILL')
  await reaches(engine, 'one', 'backingOff', 'COMMAND_FAILED')
  renameSync(`${command}.away`, command)
  expect(await reaches(engine, 'one', 'ready')).not.toEqual(up)
})

test('[R9] a server that was ready in an earlier run is retried if it refuses the sign-in at the start', async () => {
  let refuses = false
  const remote = await remoteServer({
    before: (_request, response) => {
      if (refuses) response.writeHead(401).end()
      return refuses
    },
  })
  const launch = { transport: 'http' as const, url: remote.url }
  const first = await openEngine()
  await first.engine.servers.add(newServer.parse({ name: 'far', launch }))
  await reaches(first.engine, 'far', 'ready')
  await first.engine.close()

  refuses = true
  const { engine } = await openEngine(first.folder)
  void engine.registry.use({ kind: 'all' })
  await reaches(engine, 'far', 'backingOff', 'SIGN_IN_REQUIRED')
  await engine.servers.add(newServer.parse({ name: 'new', launch }))
  await reaches(engine, 'new', 'failed', 'SIGN_IN_REQUIRED')
  refuses = false
  expect(await reaches(engine, 'far', 'ready')).toMatchObject({ era: 'legacy' })
})

test('[R9] a mistake in changed settings is reported at once, in this run and the next, because those settings never worked', async () => {
  const wrong = { transport: 'stdio' as const, command: 'no-such-command-anywhere' }
  const first = await openEngine()
  await first.engine.servers.add(newServer.parse({ name: 'one', launch: testServer('echo') }))
  await reaches(first.engine, 'one', 'ready')
  await first.engine.servers.update('one', serverChange.parse({ launch: wrong }))
  await reaches(first.engine, 'one', 'failed', 'COMMAND_FAILED')
  await first.engine.close()
  const { engine } = await openEngine(first.folder)
  await engine.registry.use({ kind: 'all' })
  expect(await engine.registry.connection('one').settled()).toMatchObject({ kind: 'failed' })
})
