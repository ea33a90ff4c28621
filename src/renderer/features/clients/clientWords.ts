/** What is said of a client on this machine. Pure. */
import type { ClientSnapshot } from '#contract/clients/client'

export function clientSummary({ files, servers }: Pick<ClientSnapshot, 'files' | 'servers'>): string {
  if (servers === 0 && files.some((file) => file.problem !== null)) return 'Its file cannot be read'
  if (servers === 0) return 'Has no servers of its own'
  return `Has ${servers} ${servers === 1 ? 'server' : 'servers'} of its own`
}
