import { expect, it } from 'vitest'
import { Connection } from '#engine/connections/connection'
import { TwoEraConnection } from '#engine/connections/sharing/twoEraConnection'
import type { OpenTransport } from '#engine/connections/transport'
import { legacyServerVersions, modernVersion } from '#engine/policies/protocolVersions'
import { manualClock } from '#test/support/manualClock'
import { deafEvents, ScriptedProcesses } from '#test/support/scriptedProcesses'

/** A server that claims to speak both eras, but exits when it is opened in the modern one. */
function boastingServer() {
  const clock = manualClock()
  const processes = new ScriptedProcesses(clock)
  const openTransport: OpenTransport = async (launch, label, events) => {
    const transport = await processes.openTransport(launch, label, events)
    const isFirst = processes.opened === 1
    const result = { supportedVersions: [modernVersion, ...legacyServerVersions], capabilities: {} }
    return {
      ...transport,
      pid: 7,
      send: (json, message) => {
        if (message.method !== 'server/discover') transport.send(json, message)
        else if (isFirst)
          queueMicrotask(() => events.onMessage(JSON.stringify({ jsonrpc: '2.0', id: message.id, result })))
        else queueMicrotask(() => events.onExit({ code: 1, signal: null, reason: 'exited with code 1' }))
      },
    }
  }
  const options = { ...processes.options('one'), openTransport, knownEra: null }
  const connection = new TwoEraConnection(
    {
      clock,
      first: (events) => new Connection(options, events),
      other: (wantedEra, events) => new Connection({ ...options, past: { wasReady: false }, wantedEra }, events),
    },
    deafEvents,
  )
  return { connection, processes }
}

it('[R7] an era that the server turns out not to speak is tried only once', async () => {
  const { connection, processes } = boastingServer()
  connection.start()
  await processes.pass(1_000)
  expect([connection.state.kind, connection.otherEra]).toEqual(['ready', 'modern'])
  connection.connectionFor('caller', 'modern')
  await processes.pass(60_000)
  expect([connection.state.kind, connection.otherEra, processes.opened, processes.open.size]).toEqual([
    'ready',
    null,
    2,
    1,
  ])
})
