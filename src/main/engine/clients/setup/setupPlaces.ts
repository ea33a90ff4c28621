/**
 * Finds the client's configuration files that Switchboard writes, one set for each of the client's installations on
 * this machine.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ClientName } from '#contract/clients/clientNames'
import { realPlaces } from '#engine/clients/clientFiles'
import { type ClientHome, knownPlaces } from '#engine/clients/knownPlaces'

/** The files' paths. If the client is not installed: only its first known place, where it will look for the file. */
export async function setupPlaces(client: ClientName, home: ClientHome): Promise<string[]> {
  const places = knownPlaces(client, home, []).filter(({ isOnlyRead }) => !isOnlyRead)
  const paths = (await realPlaces(places)).map(({ path }) => path).filter((path) => !path.includes('*'))
  const present = paths.filter((path) => existsSync(dirname(path)))
  return present.length > 0 ? present : paths.slice(0, 1)
}
