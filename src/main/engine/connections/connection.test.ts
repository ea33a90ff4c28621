import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import { manualClock } from '#test/support/manualClock'
import { ScriptedServer } from '#test/support/scriptedServer'

const turns = () => new Promise((resolve) => setImmediate(resolve))

async function startedServer() {
  const clock = manualClock()
  const server = new ScriptedServer('one', clock)
  server.connection.start()
  await turns()
  expect(server.connection.state.kind).toBe('ready')
  return { server, clock, connection: server.connection }
}

describe('Connection', () => {
  it('[R7] stays stopped when it is stopped during a restart', async () => {
    const { connection } = await startedServer()
    const restarted = connection.restart()
    await connection.stop()
    await restarted
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })

  it('restarts once when two callers ask for it at the same time', async () => {
    const { connection } = await startedServer()
    await Promise.all([connection.restart(), connection.restart()])
    await turns()
    expect(connection.state.kind).toBe('ready')
  })

  it('starts again when a start overtakes a stop', async () => {
    const { connection } = await startedServer()
    const stopped = connection.stop()
    connection.start()
    await stopped
    await turns()
    expect(connection.state.kind).toBe('ready')
  })

  it('[R7] a start at the very moment of a stop can itself be stopped', async () => {
    const { connection } = await startedServer()
    const changed = async () => {
      while (connection.state.kind !== 'stopped') await connection.changed()
      connection.start()
      await connection.stop()
    }
    await Promise.all([changed(), connection.stop()])
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })

  const stoppingWithCall = async () => {
    const started = await startedServer()
    const observer = { onResult: () => undefined, onError: () => undefined, onLost: () => undefined }
    started.connection.session?.request('tools/call', { name: 'x' }, {}, observer)
    const stopped = started.connection.stop(10_000)
    await turns()
    expect(started.connection.state.kind).toBe('stopping')
    return { ...started, stopped }
  }

  it('[R7] a stop without a drain ends an earlier drain at once: closing the engine does not take ten seconds', async () => {
    const { connection, stopped } = await stoppingWithCall()
    await Promise.all([connection.stop(), stopped])
    expect(connection.state.kind).toBe('stopped')
  })

  it('[R7] the drain ends when the server dies during it', async () => {
    const { server, connection, stopped } = await stoppingWithCall()
    server.die()
    await stopped
    expect(connection.state.kind).toBe('stopped')
  })

  it('[R5] a stop during a backoff is final', async () => {
    const { server, clock, connection } = await startedServer()
    server.die()
    await turns()
    expect(connection.state.kind).toBe('backingOff')
    await connection.stop()
    clock.advance(600_000)
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })

  it('[R5] a stop by a listener that is being told of the failure is final: no timer starts the server again', async () => {
    const clock = manualClock()
    const onState = ({ kind }: ConnectionState) => {
      if (kind === 'backingOff') void server.connection.stop()
    }
    const server = new ScriptedServer('one', clock, { onState })
    server.connection.start()
    await turns()
    server.die()
    await turns()
    expect([server.connection.state.kind, clock.waiting]).toEqual(['stopped', 0])
  })

  it.each(['stopping', 'stopped'] as const)(
    '[R7] a stop by a listener that is being told of "%s" during a restart is final',
    async (heard) => {
      const onState = ({ kind }: ConnectionState) => {
        if (kind === heard && stops-- > 0) void server.connection.stop()
      }
      let stops = 0
      const server = new ScriptedServer('one', manualClock(), { onState })
      server.connection.start()
      await turns()
      stops = 1
      await server.connection.restart()
      await turns()
      expect(server.connection.state.kind).toBe('stopped')
    },
  )

  it('[R5] a server that dies at the moment when it becomes ready is restarted, and does not count as ready', async () => {
    for (let moment = 0; moment < 60; moment++) {
      const clock = manualClock()
      const server = new ScriptedServer('one', clock)
      server.connection.start()
      for (let turn = 0; turn < moment; turn++) await Promise.resolve()
      const hasDied = server.open.size > 0
      server.die()
      await turns()
      expect({ moment, kind: server.connection.state.kind }).toEqual({ moment, kind: hasDied ? 'backingOff' : 'ready' })
    }
  })
})
