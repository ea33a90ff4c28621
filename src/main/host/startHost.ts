/** What both hosts start: an engine on a data folder, with its doors. */
import type { StartHost } from '#main/host/host'
import { setFlagsFromString } from 'node:v8'
import { createEngine } from '#engine/createEngine'
import { type HostParts, openHost } from '#main/host/openHost'
import { openPorts } from '#main/host/ports/openPorts'
import { wiresOnDemand } from '#main/host/wires/wiresOnDemand'

/**
 * V8 guesses from where objects were made whether they will live long. For a gateway it guesses wrong: parts of every call
 * end among the long-lived, where only a full collection finds them.
 */
const memoryFlags = '--no-allocation-site-pretenuring'

export const startHost: StartHost = async (options) => {
  const host = await openHost({ openPorts, createEngine, openWires }, options)
  // Not before: what Node and V8 keep compiled holds for the flags under which it was made.
  setFlagsFromString(memoryFlags)
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
