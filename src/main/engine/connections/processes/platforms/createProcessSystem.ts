import { createDarwinSystem } from '#engine/connections/processes/platforms/darwin'
import { createLinuxSystem } from '#engine/connections/processes/platforms/linux'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'
import { createWindowsSystem } from '#engine/connections/processes/platforms/windows'
import type { ProcessRow } from '#engine/connections/processes/processTable'

export function createProcessSystem(): ProcessSystem {
  if (process.platform === 'win32') return createWindowsSystem()
  return process.platform === 'darwin' ? createDarwinSystem() : createLinuxSystem()
}

/**
 * Lets callers that ask during a scan share the next scan. Every caller thus gets a scan that began after its
 * request.
 */
export function shareScans(system: ProcessSystem): ProcessSystem {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<readonly ProcessRow[]> | null = null
  const begin = (): Promise<readonly ProcessRow[]> => {
    next = null
    const scan = system.snapshot()
    running = scan.catch(() => {})
    return scan
  }
  return { ...system, snapshot: () => (next ??= running.then(begin)) }
}
