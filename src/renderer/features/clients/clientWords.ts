/** What is said of a client on this machine. Pure. */
import type { ClientSnapshot } from '#contract/clients/client'
import { counted } from '#contract/text/counted'

export function clientSummary({ files, servers }: Pick<ClientSnapshot, 'files' | 'servers'>): string {
  if (servers === 0 && files.some((file) => file.problem !== null)) return 'Its file cannot be read'
  if (servers === 0) return 'Has no servers of its own'
  return `Has ${counted(servers, 'server')} of its own`
}
