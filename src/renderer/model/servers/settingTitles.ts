import type { ServerSnapshot } from '#contract/servers/server'

export const restartTitles: Readonly<Record<ServerSnapshot['restart'], string>> = {
  'on-failure': 'After a failure',
  always: 'Always',
  never: 'Never',
}

/** What happens to a call whose connection is lost after it was sent. */
export const retryTitles: Readonly<Record<ServerSnapshot['retry'], string>> = {
  never: 'Fail',
  'read-only': 'Retry once if the tool is read-only',
}
