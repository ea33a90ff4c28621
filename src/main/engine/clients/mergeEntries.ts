/**
 * Merges one client's files into a list. The same server appears once, and different servers have different names.
 * Pure.
 */
import type { OwnTools } from '#contract/tools/tool'
import { isDeepStrictEqual } from 'node:util'
import type { ClientCandidate, ClientPlace } from '#contract/clients/client'
import { type ClientName, clientTitles } from '#contract/clients/clientNames'
import type { Launch, NewServer, WrittenLaunch } from '#contract/servers/server'
import { byReach } from '#contract/servers/transports'
import type { ClientEntry } from '#engine/clients/clientEntry'
import { isOwnEntry } from '#engine/clients/ownEntry'
import { changeSecrets } from '#engine/secrets/secretPlaces'

export interface FoundEntry extends ClientEntry {
  readonly file: string
  /** The client whose file has the entry; null for a file that a person named. */
  readonly client: ClientName | null
  /** The folder that the entry is for; null if the entry applies everywhere. */
  readonly folder: string | null
  /** Tells the entry apart from others with the same name: the folder that it is for, or its file. */
  readonly origin: string
}

export interface MergedEntry {
  readonly candidate: ClientCandidate
  readonly server: NewServer | null
  readonly disabledTools: readonly string[]
  readonly ownTools: OwnTools
  /** Every place where this server was found. */
  readonly places: readonly ClientPlace[]
}

export interface Known {
  /** The launches of existing servers. */
  readonly launches: readonly Launch[]
  readonly endpoint: string | null
  /** How this installation's bridge is started. */
  readonly bridge?: Bridge
}

export interface Bridge {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly dataFolder: string
}

export function mergeEntries(found: readonly FoundEntry[], known: Known): MergedEntry[] {
  const merged: (MergedEntry & { readonly places: ClientPlace[] })[] = []
  for (const { config, notes, needs, file, origin, client } of found) {
    const { candidate, disabledTools, ownTools } = config
    const standing = config.server === null ? 'new' : standingOf(config.server.launch, known)
    const server = standing === 'own' ? null : config.server
    const place = client === null ? [] : [{ client, file, name: config.name }]
    const same = merged.find((one) => isSame(one, { name: config.name, client }, standing, server))
    if (same !== undefined) {
      same.places.push(...place)
      continue
    }
    const other = merged.find((one) => one.candidate.name === candidate.name)
    const name = freeName(candidate.name, origin, new Set(merged.map((one) => one.candidate.name)))
    const problem = standing === 'own' ? 'it leads to Switchboard itself and is not imported' : candidate.problem
    merged.push({
      candidate: {
        ...candidate,
        ...unchecked,
        name,
        file,
        standing,
        problem,
        needs: [...needs],
        notes: [...notes, ...clashNotes(candidate.name, other, client)],
      },
      server: server === null ? null : { ...server, name: name.slice(0, 100) },
      disabledTools,
      ownTools,
      places: place,
    })
  }
  return merged
}

/** Conflicts depend on the target project, which is not known here. */
const unchecked = { clash: null, missing: null }

type Standing = ClientCandidate['standing']

/** A note for a person if another client starts a different server under this name. */
function clashNotes(name: string, other: MergedEntry | undefined, client: ClientName | null): string[] {
  const elsewhere = other?.places[0]?.client
  if (client === null || elsewhere === undefined || elsewhere === client) return []
  return [`${clientTitles[elsewhere]} has a different server called ${name}.`]
}

/** Whether two entries are one server. In different clients, those with the same launch are, whatever their names. */
function isSame(
  { candidate, server, places }: MergedEntry,
  { name, client }: Pick<ClientPlace, 'name'> & Pick<FoundEntry, 'client'>,
  standing: Standing,
  other: NewServer | null,
): boolean {
  const isElsewhere = client !== null && places.every((place) => place.client !== client)
  const isNamed = isElsewhere || candidate.name === name || candidate.name.startsWith(`${name} (`)
  if (standing === 'own') return isNamed && candidate.standing === 'own'
  return isNamed && server !== null && other !== null && isDeepStrictEqual(server.launch, other.launch)
}

function freeName(name: string, origin: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const base = `${name} (${origin})`
  let free = base
  for (let number = 2; taken.has(free); number += 1) free = `${base} ${number}`
  return free
}

function standingOf(launch: WrittenLaunch, { launches, endpoint }: Known): Standing {
  if (isOwnEntry(launch, endpoint)) return 'own'
  return launches.some((one) => startsTheSame(one, launch)) ? 'here' : 'new'
}

/** Ignores secrets, because those of existing servers may be in the vault by now. */
function startsTheSame(one: Launch, other: Launch): boolean {
  return isDeepStrictEqual(essence(one), essence(other))
}

function essence(launch: Launch): readonly unknown[] {
  const bare = changeSecrets(launch, () => '')
  return byReach<Launch, readonly unknown[]>(bare, {
    process: ({ command, args, cwd, env }) => [command, args, cwd, Object.keys(env).sort()],
    address: ({ url, headers, auth = {} }) => [url, Object.keys(headers).sort(), auth],
    image: (one) => [one],
  })
}
