import type { ServerSnapshot } from '#contract/servers/server'

/** What happens when the process of a server ends. */
export const restartTitles: Readonly<Record<ServerSnapshot['restart'], string>> = {
  'on-failure': 'After a failure',
  always: 'Always',
  never: 'Never',
}
