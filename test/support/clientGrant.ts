/** The grant of an outside client's token, with limits that the test sets. */
import type { ClientSettings } from '#contract/clients/access'
import type { ClientGrant } from '#engine/access/grant'
import { LiveClient } from '#engine/access/liveClient'
import { newClient } from '#engine/access/settings'

export function clientGrant(settings: Partial<ClientSettings> = {}): ClientGrant {
  const facts = { id: 'c', now: 0, projectId: (name: string) => name }
  const row = newClient({ name: 'limited', ...settings }, facts)
  return { key: 'token', client: new LiveClient(row, { elapsed: () => 0 }, () => false) }
}
