/**
 * Plans how disconnecting a client changes its files: it undoes exactly what connecting did, and keeps everything that
 * was written since.
 */
import { readFile } from 'node:fs/promises'
import type { ClientName } from '#contract/clients/clientNames'
import type { Known } from '#engine/clients/mergeEntries'
import { edited } from '#engine/clients/setup/connectPlan'
import { type Entries, entriesIn, type Entry, holdsNothing } from '#engine/clients/setup/fileEdit'
import { foundIn } from '#engine/clients/setup/foundEntries'
import { isOwn } from '#engine/clients/setup/ownEntries'
import { consentOf, hashOf, type Plan, type PlannedFile } from '#engine/clients/setup/plan'
import { entryName, mapKey, setupForm } from '#engine/clients/setup/setupForms'
import type { SetupRecord } from '#engine/clients/setup/setupRecords'
import type { TextFile } from '#engine/clients/setup/textFile'

export interface DisconnectFacts {
  readonly files: readonly TextFile[]
  /** This client's records, in order of creation. */
  readonly records: readonly SetupRecord[]
  readonly known: Known
  readonly home: string
}

export async function disconnectPlan(client: ClientName, facts: DisconnectFacts): Promise<Plan> {
  const planned: PlannedFile[] = []
  const notes: string[] = []
  for (const file of facts.files) {
    if (file.bytes === null) continue
    const records = facts.records.filter(({ path }) => path === file.path).toReversed()
    const after = await restored(client, file, records, facts)
    if (after === file.text) continue
    planned.push({ file, after, name: entryName, taken: [] })
    const back = records.flatMap(({ taken }) => taken)
    if (back.length > 0)
      notes.push(
        `${back.join(', ')}: restored in ${file.path}. They also stay in Switchboard until you remove them there.`,
      )
  }
  return {
    files: planned,
    taken: [],
    notes,
    next: setupForm(client).next.disconnected,
    consent: consentOf(['disconnect', client], facts.files, mapKey(client)),
  }
}

async function restored(
  client: ClientName,
  file: TextFile,
  records: readonly SetupRecord[],
  facts: DisconnectFacts,
): Promise<string | null> {
  let text: string | null = file.text
  for (const record of records) {
    if (text === null) break
    const before = record.backup === null ? null : await readFile(record.backup, 'utf8').catch(() => undefined)
    text =
      hashOf(text) === record.hash && before !== undefined
        ? before
        : withoutOurs({ ...file, text }, client, record, before)
  }
  if (text === null) return null
  // Entries that no record covers: a person wrote them, or another installation did.
  const left = foundIn(client, { ...file, text }, facts.home).filter((entry) => isOwn(entry, facts.known))
  const entries = Object.fromEntries(left.map(({ config }) => [config.name, null]))
  return left.length === 0 ? text : edited({ ...file, text }, mapKey(client), entries)
}

/** The text for a file that was edited since: without our entry, with the imported servers, otherwise unchanged. */
function withoutOurs(
  file: TextFile,
  client: ClientName,
  record: SetupRecord,
  before: string | null | undefined,
): string | null {
  const key = mapKey(client)
  const there = entriesIn(file.text, key)
  const was = typeof before === 'string' ? entriesIn(before, key) : new Map<string, { raw: string }>()
  const order = [...was.keys()]
  const back = record.taken.flatMap((name): [string, Entry][] => {
    const entry = was.get(name)
    if (entry === undefined || there.has(name)) return []
    return [[name, { raw: entry.raw, before: order.slice(0, order.indexOf(name)) }]]
  })
  const entries: Entries = { ...(there.has(record.name) && { [record.name]: null }), ...Object.fromEntries(back) }
  const text = edited(file, key, entries)
  return record.backup === null && holdsNothing(text, key) ? null : text
}
