/**
 * Plans how connecting a client changes its files: Switchboard's entry is added and, if wanted, the client's own
 * servers are removed. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ClientWish } from '#contract/clients/clientSetup'
import type { WrittenLaunch } from '#contract/servers/server'
import { type FoundEntry, type Known, type MergedEntry, mergeEntries } from '#engine/clients/mergeEntries'
import { editServers, type Entries, entriesIn, type Entry } from '#engine/clients/setup/fileEdit'
import { foundIn } from '#engine/clients/setup/foundEntries'
import { isOwn } from '#engine/clients/setup/ownEntries'
import { consentOf, type Plan, type PlannedFile } from '#engine/clients/setup/plan'
import { entryFor, entryName, mapKey, setupForm } from '#engine/clients/setup/setupForms'
import { refused, type TextFile } from '#engine/clients/setup/textFile'
import { messageOf } from '#contract/errors'
import { hasProcess } from '#contract/servers/transports'

export interface ConnectFacts {
  readonly files: readonly TextFile[]
  readonly launch: WrittenLaunch
  readonly known: Known
  /** The person's home folder. */
  readonly home: string
}

export function connectPlan(wish: ClientWish, { files, launch, known, home }: ConnectFacts): Plan {
  const { client, takeServers } = wish
  const found = files.map((file) => ({ file, entries: foundIn(client, file, home) }))
  const foreign = takeServers ? found.flatMap(({ entries }) => entries.filter((entry) => !isOwn(entry, known))) : []
  const merged = mergeEntries(foreign, known)
  const planned = found.flatMap(({ file, entries }) => planFile(wish, file, entries, launch, known))
  return {
    files: planned,
    taken: merged.filter(isTakenOver),
    notes: merged.flatMap(noteOn),
    next: setupForm(client).next.connected,
    consent: consentOf([wish, launchMark(launch)], files, mapKey(client)),
  }
}

function planFile(
  { client, takeServers }: ClientWish,
  file: TextFile,
  found: readonly FoundEntry[],
  launch: WrittenLaunch,
  known: Known,
): PlannedFile[] {
  const key = mapKey(client)
  const own = found.find((entry) => isOwn(entry, known))
  const name = own?.config.name ?? freeName(found)
  const taken = takeServers ? found.filter((entry) => entry.config.server !== null && !isOwn(entry, known)) : []
  const entries: Record<string, Entry> = Object.fromEntries(taken.map(({ config }) => [config.name, null]))
  const wanted = entryFor(client, launch)
  if (own === undefined || !isAsWanted(own, launch, entriesIn(file.text, key).get(name)?.value, wanted))
    entries[name] = { value: wanted }
  if (Object.keys(entries).length === 0) return []
  return [{ file, after: edited(file, key, entries), name, taken: taken.map(({ config }) => config.name) }]
}

/**
 * Whether the entry is already as wanted. For an address with a token, the token may differ as long as the address is
 * the same.
 */
function isAsWanted({ config }: FoundEntry, launch: WrittenLaunch, written: unknown, wanted: unknown): boolean {
  const there = config.server?.launch
  if (!hasProcess(launch)) return there?.transport === launch.transport && there.url === launch.url
  return isDeepStrictEqual(plain(written), plain(wanted))
}

/** Removes prototypes before a comparison, because parsed values have none. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

export function edited(file: TextFile, key: string, entries: Entries): string {
  try {
    return editServers(file.text, key, entries)
  } catch (thrown) {
    throw refused(file.path, messageOf(thrown))
  }
}

function freeName(found: readonly FoundEntry[]): string {
  const names = new Set(found.map(({ config }) => config.name))
  let name = entryName
  for (let number = 2; names.has(name); number += 1) name = `${entryName}-${number}`
  return name
}

function isTakenOver({ candidate }: MergedEntry): boolean {
  return candidate.problem === null && candidate.standing === 'new'
}

function noteOn({ candidate }: MergedEntry): string[] {
  const { name, problem, standing } = candidate
  if (problem !== null) return [`${name} stays in its file: ${problem}`]
  return standing === 'here' ? [`${name} is already in Switchboard. It is only removed from the file.`] : []
}

/** The part of a launch that the consent covers. The token for an address is created only after the consent. */
function launchMark(launch: WrittenLaunch): unknown {
  return hasProcess(launch) ? launch : launch.url
}
