/** The options of a connection whose transport a test scripts. */
import type { ConnectionOptions } from '#engine/connections/connectionOptions'
import { createServerLog } from '#engine/connections/serverLog'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport } from '#engine/connections/transport'
import type { Clock } from '#engine/ports'
import { recordingLog } from '#test/support/recordingLog'

export function scriptedConnection(slug: string, clock: Clock, openTransport: OpenTransport): ConnectionOptions {
  const redact = (text: string) => text
  return {
    slug,
    rules: { restart: 'on-failure' },
    prepareLaunch: () => Promise.resolve({ transport: 'stdio', command: slug, args: [], env: {} }),
    isRemote: false,
    knownEra: 'legacy',
    past: { wasReady: false },
    identity: { name: 'test', version: '0' },
    openTransport,
    budgets: defaultBudgets,
    clock,
    random: () => 0,
    log: recordingLog(),
    serverLog: createServerLog({ clock, redact }),
    redact,
  }
}
