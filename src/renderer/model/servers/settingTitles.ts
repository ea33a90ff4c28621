import type { ServerSnapshot } from '#contract/servers/server'

/** What happens when the process of a server ends. */
export const restartTitles: Readonly<Record<ServerSnapshot['restart'], string>> = {
  'on-failure': 'After a failure',
  always: 'Always',
  never: 'Never',
}

/** What becomes of a call that is lost after it was sent. */
export const retryTitles: Readonly<Record<ServerSnapshot['retry'], string>> = {
  never: 'It fails',
  'read-only': 'It is made once more, if it only reads',
}
