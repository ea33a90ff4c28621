/** How a client reaches Switchboard when it is set up: the launch that its entry says. Pure. */
import type { ClientWish } from '#contract/clients/clientSetup'
import { AppError } from '#contract/errors'
import type { WrittenLaunch } from '#contract/servers/server'
import type { ClientDoor } from '#contract/clients/clientDoor'
import type { Known } from '#engine/clients/mergeEntries'

/** Whether the launch holds a token of the client's own. */
export const needsToken: Readonly<Record<ClientDoor, boolean>> = { stdio: false, http: true }

/** `token` null: it is not made before it is written. */
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
          'No address is open: clients can be connected to one while `serve` or the app runs.',
        )
      const url = projectId === undefined ? endpoint : `${endpoint}/p/${encodeURIComponent(projectId)}`
      return { transport: 'http', url, headers: { Authorization: `Bearer ${token ?? 'TOKEN'}` } }
    }
  }
}
