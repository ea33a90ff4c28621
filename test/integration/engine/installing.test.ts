import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StartPhase } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import type { Clock } from '#engine/ports'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'

/** Makes a program named npx that takes as long as a download, and then runs the server. */
async function slowNpx(...server: readonly string[]) {
  const folder = await temporaryFolder()
  const npx = join(folder, 'npx')
  const words = server.map((word) => `'${word}'`).join(' ')
  writeFileSync(
    npx,
    `#!/bin/sh\necho fetching >&2\nwhile [ ! -e ${folder}/there ]; do sleep 0.02; done\nexec ${words}\n`,
  )
  chmodSync(npx, 0o755)
  return {
    launch: { transport: 'stdio' as const, command: npx, args: ['-y', 'server'] },
    arrive: () => writeFileSync(join(folder, 'there'), ''),
  }
}

/** Returns a clock on which these delays take 100 ms. */
const without = (...delays: readonly number[]): Clock => ({
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(delays.includes(delayMs) ? 100 : delayMs, callback),
})

async function phasesUntilSettled(engine: Engine, whenInstalling: () => void): Promise<StartPhase[]> {
  const connection = engine.registry.connection('one')
  const phases: StartPhase[] = []
  for (;;) {
    const { state } = connection
    if (state.kind !== 'starting') return phases
    if (phases.at(-1) !== state.phase) phases.push(state.phase)
    if (state.phase === 'installing') whenInstalling()
    await connection.changed()
  }
}

const installMs = 600_000
const handshakeMs = 60_000

describe('a command that downloads its server first', () => {
  it('is shown as installing until the server speaks, and that time does not count towards the handshake’s timeout', async () => {
    const { command, args = [] } = testServer('echo')
    const { launch, arrive } = await slowNpx(command, ...args)
    const engine = await startTestEngine({ one: { launch } }, { clock: without(5_000) })
    // The download takes longer than the delay after which the handshake starts beside the probe.
    const phases = await phasesUntilSettled(engine, () => void setTimeout(arrive, 300))
    expect(phases).toEqual(['spawning', 'installing', 'handshake', 'listing'])
    expect(engine.registry.get('one').state.kind).toBe('ready')
  })

  it('that never finishes is stopped after a time limit of its own, with a message of its own', async () => {
    const { launch } = await slowNpx('true')
    const engine = await startTestEngine({ one: { launch } }, { clock: without(installMs) })
    await phasesUntilSettled(engine, () => undefined)
    expect(engine.registry.get('one').state).toMatchObject({
      error: { message: 'The server was not downloaded and started within 10 min. It printed last: fetching' },
    })
  })

  it('has the usual handshake time once it speaks', async () => {
    const { launch, arrive } = await slowNpx('sh', '-c', 'echo starting; sleep 60')
    const engine = await startTestEngine({ one: { launch } }, { clock: without(handshakeMs) })
    expect(await phasesUntilSettled(engine, arrive)).toEqual(['spawning', 'installing', 'handshake'])
    expect(engine.registry.get('one').state).toMatchObject({
      error: {
        message: 'The server did not answer the MCP handshake within 1 min. It printed last: fetching ⏎ starting',
      },
    })
  })
})
