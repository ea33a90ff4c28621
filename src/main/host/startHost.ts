/** Starts a host, for the app and the command: an engine on a data folder, with its doors. */
import type { StartHost } from '#main/host/host'
import { setFlagsFromString } from 'node:v8'
import { createEngine } from '#engine/createEngine'
import { collectOnceIdle } from '#main/host/startGarbage'
import { servingFlags, startingFlags, startingMs } from '#main/host/v8Flags'
import { type HostParts, openHost } from '#main/host/openHost'
import { openPorts } from '#main/host/ports/openPorts'
import { wiresOnDemand } from '#main/host/wires/wiresOnDemand'

const { v8 } = process.versions
const lookEveryMs = 20

export const startHost: StartHost = async (options) => {
  let isStarting = (): boolean => false
  const createStarting: HostParts['createEngine'] = async (ports) => {
    const engine = await createEngine(ports)
    isStarting = () => engine.registry.isStarting()
    // Set only after loading, because code that Node and V8 cache is valid only for the flags it was compiled with.
    setFlags(startingFlags(v8))
    return engine
  }
  try {
    return await openHost({ openPorts, createEngine: createStarting, openWires }, options)
  } finally {
    setTimeout(collectOnceIdle, startingMs).unref()
    serveOnceStarted(() => isStarting())
  }
}

/** Switches V8's flags as soon as the servers have started, so that a server's first call is as fast as later ones. */
function serveOnceStarted(isStarting: () => boolean): void {
  const until = performance.now() + startingMs
  const look = setInterval(() => {
    if (isStarting() && performance.now() < until) return
    clearInterval(look)
    setFlags(servingFlags(v8))
  }, lookEveryMs).unref()
}

function setFlags(flags: readonly string[]): void {
  for (const flag of flags) setFlagsFromString(flag)
}

const openWires: HostParts['openWires'] = (engine, facts, log) =>
  wiresOnDemand(async () => {
    const [{ implementContract }, { createWires }] = await Promise.all([
      import('#engine/handlers'),
      import('#main/host/wires/wires'),
    ])
    return createWires(implementContract(engine, facts), log, () => engine.metrics.readerEnded())
  }, log)
