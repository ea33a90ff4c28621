/** The planned changes to a client's files. Pure. */
import { createHash } from 'node:crypto'
import type { FileChange, SetupPlan } from '#contract/clients/clientSetup'
import type { MergedEntry } from '#engine/clients/mergeEntries'
import { lineDiff } from '#engine/clients/setup/diff'
import { entriesIn } from '#engine/clients/setup/fileEdit'
import { maskedText } from '#engine/clients/setup/maskedText'
import type { TextFile } from '#engine/clients/setup/textFile'

export interface PlannedFile {
  readonly file: TextFile
  /** The new text; null if the file is removed. */
  readonly after: string | null
  /** The name of Switchboard's entry in the file. */
  readonly name: string
  readonly taken: readonly string[]
}

export interface Plan {
  readonly files: readonly PlannedFile[]
  readonly taken: readonly MergedEntry[]
  readonly notes: readonly string[]
  readonly next: string
  readonly consent: string
}

export function shownPlan({ files, taken, notes, next, consent }: Plan): SetupPlan {
  return {
    changes: files.map(shownChange),
    taken: taken.map(({ candidate }) => candidate),
    notes: [...notes],
    next,
    consent,
  }
}

function shownChange({ file, after }: PlannedFile): FileChange {
  const kind = after === null ? 'remove' : file.bytes === null ? 'create' : 'change'
  return { path: file.path, kind, diff: lineDiff(maskedText(file.text), maskedText(after ?? '')) }
}

/** The consent covers only the servers, because some clients write other data to the same file all the time. */
export function consentOf(wish: unknown, files: readonly TextFile[], key: string): string {
  const seen = files.map(({ path, text }) => [path, [...entriesIn(text, key)].map(([name, { raw }]) => [name, raw])])
  return createHash('sha256')
    .update(JSON.stringify([wish, seen]))
    .digest('base64url')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
