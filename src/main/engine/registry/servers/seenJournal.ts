/**
 * What servers were seen to be, on its way into the store: files of the data folder, a JSON text a line, written at once. So
 * it outlives an engine that is killed before there was time for the store. Nothing is waited for: the system keeps what a
 * killed process wrote, and of what it does not keep there is another listing at the next start.
 */
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '#contract/errors'
import { protocolEra } from '#contract/servers/server'
import type { Log } from '#engine/ports'

/** A version before this one wrote of servers that had one project each. */
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
/** A listing, or an era; null: what was seen of it holds no more. */
export type SeenEntry = z.infer<typeof seenEntry>

const ending = '.jsonl'

export class SeenJournal {
  readonly #folder: string
  readonly #log: Log
  #descriptor: number | null = null
  /** Those with what was appended since the last cut. */
  #files: string[] = []
  #number = 0
  /** Some servers list the same again with every call. */
  #written = new Map<string, string>()
  #isBroken = false

  constructor(dataFolder: string, log: Log) {
    this.#folder = join(dataFolder, 'seen')
    this.#log = log
  }

  /** What engines before this one left, oldest first. To be read before anything is appended. */
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
      // The store gets it a moment later, or says what is wrong.
      if (!this.#isBroken) this.#log.warn({ error }, `cannot write what servers list at once: ${messageOf(error)}`)
      this.#isBroken = true
    }
  }

  /** What comes from now on goes into another file. Returns how to remove those before, once the store has what is in them. */
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

/** A listing can be long: its text is made once. */
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

/** The last line may be half of one. */
function entriesIn(text: string): SeenEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [seenEntry.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}
