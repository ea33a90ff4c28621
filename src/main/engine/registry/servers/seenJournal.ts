/**
 * Keeps the observed listings of servers until the store has them: files in the data folder with one JSON line per
 * entry, written immediately. Entries therefore survive a killed engine. Nothing waits for the disk: the system
 * completes the writes of a killed process, and any lost listing is repeated at the next start.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#contract/errors'
import { protocolEra } from '#contract/servers/server'
import type { Log } from '#engine/ports'

/** `launchedFor` is missing in entries from an earlier version, in which a server had one project. */
const seenOf = { id: z.string(), launchedFor: z.string().default('') }

const seenEntry = z.union([
  z.object({
    ...seenOf,
    kind: z.enum(['tools', 'prompts', 'resources', 'templates']),
    entries: z.array(z.unknown()).readonly(),
    listedAt: z.number(),
  }),
  z.object({ ...seenOf, era: z.object({ era: protocolEra, checkedAt: z.number() }).nullable() }),
])
/** A listing, or an era. An `era` of null invalidates what was observed before. */
export type SeenEntry = z.infer<typeof seenEntry>

const ending = '.jsonl'

export class SeenJournal {
  readonly #folder: string
  readonly #log: Log
  #descriptor: number | null = null
  /** Files that were written since the last cut. */
  #files: string[] = []
  #number = 0
  /** The last entry per subject. Some servers repeat their listing with every call. */
  #written = new Map<string, string>()
  #isBroken = false

  constructor(dataFolder: string, log: Log) {
    this.#folder = join(dataFolder, 'seen')
    this.#log = log
  }

  /** Entries from earlier engines, oldest first. Call it before appending anything. */
  left(): SeenEntry[] {
    const files = this.#existing()
    this.#files = files
    this.#number = Number.parseInt(files.at(-1) ?? '0', 10)
    return files.flatMap((file) => entriesIn(readFileSync(join(this.#folder, file), 'utf8')))
  }

  append(entry: SeenEntry): void {
    const { subject, seen, line } = textOf(entry)
    if (this.#written.get(subject) === seen) return
    try {
      this.#descriptor ??= this.#openNext()
      writeSync(this.#descriptor, line)
      this.#written.set(subject, seen)
    } catch (error) {
      // The store gets the entry a moment later, or reports the error.
      if (!this.#isBroken)
        this.#log.warn({ error }, `could not write listings of servers to the journal: ${messageOf(error)}`)
      this.#isBroken = true
    }
  }

  /**
   * Starts another file for later entries. Returns a function that removes the earlier files, to be called once the
   * store has their entries.
   */
  cut(): () => void {
    const files = this.#files
    this.#files = []
    this.#written = new Map()
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
    return () => {
      for (const file of files) rmSync(join(this.#folder, file), { force: true })
    }
  }

  #openNext(): number {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#number += 1
    const file = `${String(this.#number).padStart(12, '0')}${ending}`
    this.#files.push(file)
    return openSync(join(this.#folder, file), 'a', 0o600)
  }

  #existing(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => /^\d+\.jsonl$/.test(name))
        .sort()
    } catch {
      return []
    }
  }
}

/** A listing can be long, so it is serialized only once. */
function textOf(entry: SeenEntry): { subject: string; seen: string; line: string } {
  if ('kind' in entry) {
    const { entries, ...rest } = entry
    const seen = JSON.stringify(entries)
    return {
      subject: `${entry.id} ${entry.launchedFor} ${entry.kind}`,
      seen,
      line: `${JSON.stringify(rest).slice(0, -1)},"entries":${seen}}\n`,
    }
  }
  return { subject: `${entry.id} ${entry.launchedFor}`, seen: entry.era?.era ?? '', line: `${JSON.stringify(entry)}\n` }
}

/** Skips lines that cannot be parsed: the last line may be incomplete. */
function entriesIn(text: string): SeenEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [seenEntry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}
