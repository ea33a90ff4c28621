/** Finds the entries that lead to Switchboard, and decides whether they lead to this installation. Pure. */
import type { OwnEntry } from '#contract/clients/client'
import type { WrittenLaunch } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import type { ClientDoor } from '#contract/clients/clientDoor'
import type { FoundEntry, Known } from '#engine/clients/mergeEntries'
import { isOwnEntry } from '#engine/clients/ownEntry'

export function isOwn({ config }: FoundEntry, known: Known): boolean {
  return config.server !== null && isOwnEntry(config.server.launch, known.endpoint)
}

export function ownEntryOf({ config, file }: FoundEntry, known: Known): OwnEntry | null {
  if (config.server === null || !isOwnEntry(config.server.launch, known.endpoint)) return null
  const { launch } = config.server
  return {
    file,
    name: config.name,
    via: doorOf(launch),
    here: leadsHere(launch, known),
  }
}

/** The door that an entry for Switchboard uses. If the entry starts a process, that is the bridge. */
function doorOf(launch: WrittenLaunch): ClientDoor {
  return hasProcess(launch) ? 'stdio' : 'http'
}

function leadsHere(launch: WrittenLaunch, { bridge, endpoint }: Known): boolean {
  if (!hasProcess(launch)) return endpoint !== null && new URL(launch.url).origin === new URL(endpoint).origin
  if (bridge === undefined || launch.command !== bridge.command) return false
  return bridge.args.every((arg, place) => launch.args[place] === arg) && launch.args.includes(bridge.dataFolder)
}
