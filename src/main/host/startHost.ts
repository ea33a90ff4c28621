/** What both hosts start: an engine on a data folder, with its doors. */
import type { StartHost } from '#main/host/host'
import { setFlagsFromString } from 'node:v8'
import { createEngine } from '#engine/createEngine'
import { servingFlags, startingFlags, startingMs } from '#main/host/memoryFlags'
import { type HostParts, openHost } from '#main/host/openHost'
import { openPorts } from '#main/host/ports/openPorts'
import { wiresOnDemand } from '#main/host/wires/wiresOnDemand'

const { v8 } = process.versions

export const startHost: StartHost = (options) => {
  const createStarting: HostParts['createEngine'] = async (ports) => {
    const engine = await createEngine(ports)
    // Not before: what Node and V8 keep compiled holds for the flags under which it was made.
    setFlags(startingFlags(v8))
    setTimeout(() => setFlags(servingFlags(v8)), startingMs).unref()
    return engine
  }
  return openHost({ openPorts, createEngine: createStarting, openWires }, options)
}

function setFlags(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag)
}

const openWires: HostParts['openWires'] = (engine, facts, log) =>
  wiresOnDemand(async () => {
    const [{ createRouter }, { createWires }] = await Promise.all([
      import('#engine/handlers'),
      import('#main/host/wires/wires'),
    ])
    return createWires(createRouter(engine, facts), log, () => engine.metrics.readerEnded())
  }, log)
