/** How a connected client reaches Switchboard: the launch in its entry. Pure. */
import type { ClientWish } from '#contract/clients/clientSetup'
import { AppError } from '#contract/errors'
import type { WrittenLaunch } from '#contract/servers/server'
import type { ClientDoor } from '#contract/clients/clientDoor'
import type { Known } from '#engine/clients/mergeEntries'

/** Whether the launch contains a token for the client. */
export const needsToken: Readonly<Record<ClientDoor, boolean>> = { stdio: false, http: true }

/** `token`: null in a preview, because a token is only created when the client is connected. */
export function setupLaunch(
  { client, via, projectId }: ClientWish,
  { bridge, endpoint }: Known,
  token: string | null,
): WrittenLaunch {
  switch (via) {
    case 'stdio': {
      if (bridge === undefined) throw new AppError('INTERNAL', 'This host has no bridge.')
      const project = projectId === undefined ? [] : ['--project', projectId]
      const args = [...bridge.args, 'stdio', '--client', client, '--data', bridge.dataFolder, ...project]
      return { transport: 'stdio', command: bridge.command, args, env: bridge.env }
    }
    case 'http': {
      if (endpoint === null)
        throw new AppError(
          'INVALID_INPUT',
          'Switchboard is not listening on any address. Start `switchboard serve` or the app, then connect the client.',
        )
      const url = projectId === undefined ? endpoint : `${endpoint}/p/${encodeURIComponent(projectId)}`
      return { transport: 'http', url, headers: { Authorization: `Bearer ${token ?? 'TOKEN'}` } }
    }
  }
}
