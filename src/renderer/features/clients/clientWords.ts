/** The summary of a client on this machine. Pure. */
import type { ClientSnapshot } from '#contract/clients/client'
import { counted } from '#contract/text/counted'

export function clientSummary({ files, servers }: Pick<ClientSnapshot, 'files' | 'servers'>): string {
  if (servers === 0 && files.some((file) => file.problem !== null)) return 'Its configuration file cannot be read'
  if (servers === 0) return 'No servers of its own'
  return `${counted(servers, 'server')} of its own`
}
