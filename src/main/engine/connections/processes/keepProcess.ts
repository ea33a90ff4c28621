/** One process of the keeper, from its start until nothing of its process tree is left. */
import { endProcesses, type Ending, type Trees } from '#engine/connections/processes/endProcesses'
import type { Launched } from '#engine/connections/processes/ledger/ledgerFormat'
import type { KeptProcess } from '#engine/connections/processes/processKeeper'
import type { LaunchGroup } from '#engine/connections/processes/platforms/controlGroups'
import type { ProcessIdentity } from '#engine/connections/processes/processTable'
import type { StartedProcess } from '#engine/connections/processes/launch/startProcess'
import type { Log } from '#engine/ports'

export interface KeepOptions {
  readonly launch: number
  readonly label: string
  readonly ending: Ending
  /** How long the process may take to exit after its stdin was closed. */
  readonly askMs: number
  /** The control group of the process; null if there is none. */
  readonly group: LaunchGroup | null
  /** What is known about the process tree before the process exists. */
  readonly tree: () => Omit<Trees, 'launches' | 'trustSessions'>
  readonly log: Log
  onIdentified(launched: Launched): void
  /** Called when nothing of the process tree is left. */
  onEnded(): void
}

export function keepProcess({ pid, child }: StartedProcess, options: KeepOptions): KeptProcess {
  const { launch, label, ending, askMs, group, tree, log } = options
  const taken = group?.take(pid)
  const exited: KeptProcess['exited'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

  const identify = async (): Promise<Launched> => {
    const found = await ending.system.identify(pid).catch(() => null)
    await taken
    // The start time of a process that is already gone cannot be read. Its descendants are found by their session and
    // mark.
    const launched = { launch, pid, startedAt: found?.startedAt ?? 0, label }
    options.onIdentified(launched)
    return launched
  }

  const end = async (ask: Ending['ask']): Promise<void> => {
    const launched = await identified
    const known = tree()
    const since = launched.startedAt || known.since
    const left = await endProcesses(
      { ...known, launches: [launched], since, trustSessions: true, ...(group && { grouped: () => group.pids() }) },
      { ...ending, ...(ask && { ask }) },
    ).catch((error: unknown): ProcessIdentity[] => {
      log.error({ label, error }, 'cannot tell which processes are left')
      return [launched]
    })
    // stdout and stderr end by themselves once they have been read, because no other process has their other end
    // open.
    child.stdin.destroy()
    if (left.length === 0) {
      void group?.remove()
      options.onEnded()
    } else log.error({ label, pids: left.map((identity) => identity.pid) }, 'processes could not be ended')
  }

  const endAfterExit = async (): Promise<void> => {
    await exited
    await (ended ??= end(undefined))
  }

  let ended: Promise<void> | null = null
  const identified = identify()
  void endAfterExit()
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    end: () => (ended ??= end({ run: () => child.stdin.end(), graceMs: askMs })),
  }
}
