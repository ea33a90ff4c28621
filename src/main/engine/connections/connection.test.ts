import { describe, expect, it } from 'vitest'
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
  it('[R7] stays stopped when it was stopped while it was being restarted', async () => {
    const { connection } = await startedServer()
    const restarted = connection.restart()
    await connection.stop()
    await restarted
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })

  it('is restarted once by two who want that at one time', async () => {
    const { connection } = await startedServer()
    await Promise.all([connection.restart(), connection.restart()])
    await turns()
    expect(connection.state.kind).toBe('ready')
  })

  it('starts again after a stop that somebody overtook with a start', async () => {
    const { connection } = await startedServer()
    const stopped = connection.stop()
    connection.start()
    await stopped
    await turns()
    expect(connection.state.kind).toBe('ready')
  })

  it('[R7] a start in the moment in which it has stopped can be stopped, too', async () => {
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

  it('[R5] a stop while it waits for its next try is final', async () => {
    const { server, clock, connection } = await startedServer()
    server.die()
    await turns()
    expect(connection.state.kind).toBe('backingOff')
    await connection.stop()
    clock.advance(600_000)
    await turns()
    expect(connection.state.kind).toBe('stopped')
  })
})
