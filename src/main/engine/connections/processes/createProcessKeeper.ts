/**
 * Creates the process keeper of one engine run: ends processes left by dead runs, opens a ledger, starts the reaper,
 * then starts and ends processes.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/errors'
import type { Ending } from '#engine/connections/processes/endProcesses'
import { keepProcess } from '#engine/connections/processes/keepProcess'
import { openLedger } from '#engine/connections/processes/ledger/ledger'
import { markText } from '#engine/connections/processes/mark'
import { createProcessSystem, shareScans } from '#engine/connections/processes/platforms/createProcessSystem'
import { openRunGroup } from '#engine/connections/processes/platforms/controlGroups'
import type { KeptProcess, ProcessKeeper, ProcessSpec } from '#engine/connections/processes/processKeeper'
import { startReaper } from '#engine/connections/processes/reaperLink'
import { startProcess } from '#engine/connections/processes/launch/startProcess'
import { sweepLedgers } from '#engine/connections/processes/ledger/sweepLedgers'
import type { Ports } from '#engine/ports'

export interface ProcessKeeperOptions extends Pick<Ports, 'paths' | 'clock' | 'log' | 'makeId' | 'environment'> {
  readonly graces?: StopGraces
}

export interface StopGraces {
  /** How long a process may take to exit after its stdin was closed. */
  readonly askMs: number
  /** How long a process may take to exit after SIGTERM. */
  readonly terminateMs: number
}

const defaultGraces: StopGraces = { askMs: 500, terminateMs: 1500 }
const killLimitMs = 5000

export async function createProcessKeeper(options: ProcessKeeperOptions): Promise<ProcessKeeper> {
  const { paths, clock, makeId, environment, graces = defaultGraces } = options
  const log = options.log.child({ part: 'processes' })
  const system = shareScans(createProcessSystem())
  const engine = await system.identify(process.pid)
  if (!engine)
    throw new AppError('INTERNAL', "The engine could not find its own process in this machine's process list.")
  // `sleep` uses real time: real processes are waited for, and the timer keeps the engine running meanwhile.
  const ending: Ending = { system, sleep, terminateGraceMs: graces.terminateMs, killLimitMs }
  await sweepLedgers(paths.dataFolder, ending, log)

  const run = makeId()
  const groups = openRunGroup({ run, engine })
  const ledger = openLedger(paths.dataFolder, { run, boot: system.boot, engine, group: groups?.path ?? null })
  const reaper = startReaper({ reaper: paths.reaper, ledgerFile: ledger.file, clock, log })
  const starting = new Set<Promise<KeptProcess>>()
  const kept = new Set<KeptProcess>()
  let launches = 0
  let nextStart: Promise<void> = Promise.resolve()
  let closing: Promise<void> | null = null

  /** If the disk is full and the ledger lacks an entry, the process can still be found by its mark. */
  const note = (write: () => void): void => {
    try {
      write()
    } catch (error) {
      log.error({ error }, 'cannot write the ledger')
    }
  }

  /**
   * Starts one process per turn of the event loop. A start takes milliseconds, and thirty in one turn would block
   * everything else.
   */
  const turn = (): Promise<void> => {
    const mine = nextStart
    nextStart = mine.then(() => nextTurn())
    return mine
  }

  const start = async (spec: ProcessSpec, launch: number): Promise<KeptProcess> => {
    const mark = markText({ run, launch, engine })
    const group = (await groups?.open(launch)) ?? null
    await turn()
    const started = await startProcess(spec, mark, environment).catch((error: unknown) => {
      void group?.remove()
      throw error
    })
    const running = keepProcess(started, {
      launch,
      label: spec.label,
      ending,
      askMs: graces.askMs,
      group,
      tree: () => ({
        since: engine.startedAt,
        isMarked: (found) => found === mark,
        protectedPids: new Set([process.pid, reaper.pid ?? process.pid]),
      }),
      log,
      onIdentified: (launched) => note(() => ledger.started(launched)),
      onEnded: () => {
        kept.delete(running)
        note(() => ledger.ended(launch))
      },
    })
    kept.add(running)
    log.debug({ label: spec.label, pid: running.pid }, 'process started')
    return running
  }

  const close = async (): Promise<void> => {
    await Promise.allSettled(starting)
    await Promise.all([...kept].map((running) => running.end()))
    // After the engine is gone, the reaper continues to end what is left.
    if (kept.size > 0) return reaper.release()
    await groups?.remove()
    ledger.remove()
    await reaper.dismiss()
  }

  return {
    spawn: async (spec) => {
      if (closing) throw new AppError('COMMAND_FAILED', 'The engine is stopping and starts no more servers.')
      launches += 1
      const started = start(spec, launches)
      starting.add(started)
      try {
        return await started
      } finally {
        starting.delete(started)
      }
    },
    close: () => (closing ??= close()),
  }
}
