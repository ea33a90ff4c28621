/** Opens the parts of a host in order, and closes them in reverse order, even if a later part cannot be opened. */
import type { EngineFactory, Engine } from '#engine/createEngine'
import type { HostFacts } from '#engine/handlers/hostFacts'
import type { Log } from '#engine/ports'
import { AppError } from '#contract/errors'
import { findAccessToken, makeToken } from '#main/host/http/accessToken'
import { openControlSocket } from '#main/host/control/controlSocket'
import { lockDataFolder } from '#main/host/dataFolderLock'
import { openHttpServer } from '#main/host/http/httpServer'
import type { HttpServer } from '#main/host/http/httpServer'
import type { Use } from '#main/host/idleWatch'
import type { OpenPorts } from '#main/host/ports/openPorts'
import { ownNodeHere } from '#main/host/ports/ownNodeHere'
import type { HostOptions, RunningHost } from '#main/host/host'
import { createUndoStack } from '#main/host/undoStack'
import type { UndoStack } from '#main/host/undoStack'
import type { Wires } from '#main/host/wires/wires'

export interface HostParts {
  readonly openPorts: (options: HostOptions) => OpenPorts
  readonly createEngine: EngineFactory
  readonly openWires: (engine: Engine, facts: HostFacts, log: Log) => Wires
}

/**
 * How long a sign-in address is valid: one that is opened immediately, and one that is printed and waits for a person.
 */
const askedSignInMs = 60_000
const printedSignInMs = 10 * 60_000

interface Door {
  stopAccepting(): void
  close(): Promise<void>
}

export async function openHost(parts: HostParts, options: HostOptions): Promise<RunningHost> {
  const undo = createUndoStack()
  try {
    return await openInOrder(parts, options, undo)
  } catch (error) {
    // Only the first error matters, not those that follow from it.
    await undo.run().catch(() => undefined)
    throw error
  }
}

async function openInOrder(parts: HostParts, options: HostOptions, undo: UndoStack): Promise<RunningHost> {
  const { tenure = 'kept' } = options
  const lock = lockDataFolder(options.dataFolder)
  undo.push(() => lock.release())
  const { ports, close: closePorts } = parts.openPorts(options)
  undo.push(closePorts)
  const given = options.environment['SWITCHBOARD_TOKEN']
  const token = options.port === null ? makeToken() : await findAccessToken(given, ports.vault, ports.log)
  ports.redactor.add(token)
  const engine = await parts.createEngine(ports)
  // While the engine closes, its doors accept nothing new, but stay open for answers to running requests.
  const doors: Door[] = []
  undo.push(async () => {
    await Promise.all(doors.map((door) => door.close()))
  })
  undo.push(async () => {
    for (const door of doors) door.stopAccepting()
    await engine.close()
  })

  let http: HttpServer | null = null
  const facts: HostFacts = {
    kind: options.kind,
    version: options.version,
    dataFolder: options.dataFolder,
    endpoint: () => (http === null ? null : { url: `${http.url}/mcp` }),
    token: () => token,
    signInAddress: () => http?.signInAddress(askedSignInMs) ?? null,
    backupAddress: (volume) => http?.backupAddress(volume) ?? null,
    bridge: ownNodeHere(options.reaperModule).bridge,
  }
  const wires = parts.openWires(engine, facts, ports.log)
  if (options.configFile !== null) await engine.openConfigFile(options.configFile)
  // Only `serve` fails here. A window shows which project failed, and an engine shared by bridges serves the other
  // projects.
  if (options.kind === 'headless' && tenure === 'kept') await engine.registry.strictProjectsStarted()
  if (options.port !== null) {
    const { version, pageFolder, port } = options
    const { clock, log } = ports
    http = await openHttpServer({ port, token, version, pageFolder, engine, wires, clock, log }).catch(
      (thrown: unknown) => {
        if (tenure !== 'idle' || !(thrown instanceof AppError) || thrown.code !== 'CONFLICT') throw thrown
        log.info(
          { reason: thrown.message },
          'no HTTP port is open: an engine that was started for a bridge uses its port only if that is free',
        )
        return null
      },
    )
    if (http !== null) doors.push(http)
  }
  let leave = (): void => undefined
  const askedToLeave = new Promise<void>((resolve) => (leave = resolve))
  const control = await openControlSocket(options.dataFolder, {
    wires,
    acceptLines: (client) => engine.gateway.acceptLines(client),
    leave: () => {
      if (tenure !== 'idle')
        return { leaving: false, holder: tenure === 'moment' ? tenure : options.kind, pid: process.pid }
      leave()
      return { leaving: true }
    },
  })
  doors.push(control)
  lock.announce(control.path)
  const use = (): Use => {
    const [commands, web] = [control.inUse(), http?.inUse() ?? { open: 0, begun: 0 }]
    return {
      open: commands.commands + commands.bridges + web.open + engine.gateway.inUse().clients + engine.chat.running,
      begun: commands.begun + web.begun,
    }
  }
  return {
    url: http?.url ?? null,
    token,
    signInAddress: () => http?.signInAddress(printedSignInMs) ?? null,
    servePort: wires.servePort,
    attendQuestions: (signal) => engine.questions.attend(signal),
    use,
    askedToLeave,
    outdated: engine.outdated,
    emptied: (successor) => control.emptied(successor),
    close: () => undo.run(),
  }
}
