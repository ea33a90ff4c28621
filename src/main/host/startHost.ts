/** What both hosts start: an engine on a data folder, with its doors. */
import type { StartHost } from '#main/host/host'
import { setFlagsFromString } from 'node:v8'
import { createEngine } from '#engine/createEngine'
import { memoryFlags } from '#main/host/memoryFlags'
import { type HostParts, openHost } from '#main/host/openHost'
import { openPorts } from '#main/host/ports/openPorts'
import { wiresOnDemand } from '#main/host/wires/wiresOnDemand'

export const startHost: StartHost = async (options) => {
  const host = await openHost({ openPorts, createEngine, openWires }, options)
  // Not before: what Node and V8 keep compiled holds for the flags under which it was made.
  for (const flag of memoryFlags(process.versions.v8)) setFlagsFromString(flag)
  return host
}

const openWires: HostParts['openWires'] = (engine, facts, log) =>
  wiresOnDemand(async () => {
    const [{ createRouter }, { createWires }] = await Promise.all([
      import('#engine/handlers'),
      import('#main/host/wires/wires'),
    ])
    return createWires(createRouter(engine, facts), log, () => engine.metrics.readerEnded())
  }, log)
