/**
 * Keeps what servers were seen to list until the store has it: files in the data folder, one JSON line per entry,
 * written at once. So it survives a killed engine. Nothing waits for the disk: the system writes what a killed process
 * wrote, and anything else is listed again at the next start.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#contract/errors'
import { protocolEra } from '#contract/servers/server'
import type { Log } from '#engine/ports'

/** An earlier version wrote entries of servers that had one project each. */
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
/** A listing, or an era; null: what was seen of it is no longer valid. */
export type SeenEntry = z.infer<typeof seenEntry>

const ending = '.jsonl'

export class SeenJournal {
  readonly #folder: string
  readonly #log: Log
  #descriptor: number | null = null
  /** Files with entries since the last cut. */
  #files: string[] = []
  #number = 0
  /** Some servers list the same with every call. */
  #written = new Map<string, string>()
  #isBroken = false

  constructor(dataFolder: string, log: Log) {
    this.#folder = join(dataFolder, 'seen')
    this.#log = log
  }

  /** Entries left by earlier engines, oldest first. Must be read before anything is appended. */
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
      // The store gets it a moment later, or reports the error.
      if (!this.#isBroken)
        this.#log.warn({ error }, `could not write listings of servers to the journal: ${messageOf(error)}`)
      this.#isBroken = true
    }
  }

  /** Later entries go into another file. Returns how to remove the earlier files, once the store has their entries. */
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

/** A listing can be long, so its text is made once. */
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

/** The last line may be incomplete. */
function entriesIn(text: string): SeenEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [seenEntry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}
