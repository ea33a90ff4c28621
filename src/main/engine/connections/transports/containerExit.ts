/** How a container ended, as a transport says it. Pure. */
import type { TransportExit } from '#engine/connections/transport'
import type { ContainerExit } from '#engine/hosting/provider'

export function exitInWords({ code, isOutOfMemory }: ContainerExit): TransportExit {
  const ended = code === null ? 'ended, and its runtime could not say how' : `exited with code ${code}`
  return { code, signal: null, reason: isOutOfMemory ? 'was ended because its memory was full' : ended }
}
