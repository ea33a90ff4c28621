import type { ServerSnapshot } from '#contract/servers/server'

export const restartTitles: Readonly<Record<ServerSnapshot['restart'], string>> = {
  'on-failure': 'After a failure',
  always: 'Always',
  never: 'Never',
}
