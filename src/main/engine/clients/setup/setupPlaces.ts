/** Which files of a client are written: those of every installation of it that is on this machine. */
import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ClientName } from '#contract/clients/clientNames'
import { realPlaces } from '#engine/clients/clientFiles'
import { type ClientHome, knownPlaces } from '#engine/clients/knownPlaces'

/** Where none is, the first of its places: a client that is installed later finds it there. */
export async function setupPlaces(client: ClientName, home: ClientHome): Promise<string[]> {
  // VS Code reads servers from its settings, too, but wants them in a file of their own.
  const places = knownPlaces(client, home, []).filter(
    ({ path }) => client === 'zed' || basename(path) !== 'settings.json',
  )
  const paths = (await realPlaces(places)).map(({ path }) => path).filter((path) => !path.includes('*'))
  const present = paths.filter((path) => existsSync(dirname(path)))
  return present.length > 0 ? present : paths.slice(0, 1)
}
