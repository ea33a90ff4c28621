/** Describes a container's exit in the form that a transport reports. Pure. */
import type { TransportExit } from '#engine/connections/transport'
import type { ContainerExit } from '#engine/hosting/provider'

export function exitInWords({ code, isOutOfMemory }: ContainerExit): TransportExit {
  const ended = code === null ? 'ended, and its runtime did not report an exit code' : `exited with code ${code}`
  if (isOutOfMemory) return { code, signal: null, reason: 'ran out of memory', isOutOfMemory: true }
  return { code, signal: null, reason: ended }
}
