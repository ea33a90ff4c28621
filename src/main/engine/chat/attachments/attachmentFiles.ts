/**
 * Keeps the bytes of attachments, and of images in results, as files in the data folder. The store has everything else
 * about them.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attachment } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import { isImage, isInWords, kindOf, maxBytesOf } from '#engine/chat/attachments/attachmentKind'
import { RecentAttachments } from '#engine/chat/attachments/recentAttachments'
import type { LoadedAttachment, LoadedAttachments } from '#engine/chat/attachments/loadedAttachment'
import type { Clock, MakeId } from '#engine/ports'
import type { SetAside } from '#engine/store/setAside'
import type { AttachmentRow } from '#engine/store/chat/chatStoreRows'
import type { ChatStore } from '#engine/store/chat/chatStore'

export interface AttachmentFilesOptions {
  readonly dataFolder: string
  readonly store: ChatStore
  readonly clock: Clock
  readonly makeId: MakeId
  readonly setAside: SetAside
}

const maxConversationBytes = 500_000_000
/** Suffixes of file names: one while the file is being written, one after its conversation was removed. */
const draftEnding = '.partial'
const removedEnding = '.removed'
const namePattern = /^[0-9a-f]{40}(?:\.partial|\.removed)?$/

export class AttachmentFiles {
  readonly #options: AttachmentFilesOptions
  readonly #folder: string
  readonly #recent = new RecentAttachments()
  #made: Promise<unknown> | null = null
  /** The names of files whose rows are about to be stored. */
  readonly #adding = new Set<string>()

  constructor(options: AttachmentFilesOptions) {
    this.#options = options
    this.#folder = join(options.dataFolder, 'attachments')
  }

  async add(conversationId: string, name: string, mediaType: string, data: Buffer): Promise<Attachment> {
    const kind = kindOf(mediaType, data)
    if (kind === null)
      throw new AppError(
        'INVALID_INPUT',
        `${name} is not supported. Attach an image (PNG, JPEG, GIF, WebP), a PDF or a text file.`,
      )
    const most = maxBytesOf(kind)
    if (data.length > most)
      throw new AppError('INVALID_INPUT', `${name} is too large: the limit is ${most / 1_000_000} MB.`)
    const there = await this.#options.store.attachmentsOf(conversationId)
    if (there.reduce((sum, { bytes }) => sum + bytes, data.length) > maxConversationBytes)
      throw new AppError('INVALID_INPUT', 'This conversation has too many attachments.')
    return this.#keep(conversationId, name, kind, data)
  }

  async read(id: string): Promise<Attachment & { data: string }> {
    const found = await this.#read(id)
    if (found === null) throw new AppError('NOT_FOUND', 'This attachment no longer exists.')
    return { ...attachmentOf(found.row), data: found.bytes.toString('base64') }
  }

  async find(conversationId: string, id: string): Promise<Attachment> {
    const row = await this.#options.store.attachment(id)
    if (row === null || row.conversationId !== conversationId)
      throw new AppError('NOT_FOUND', 'This attachment does not belong to this conversation.')
    return attachmentOf(row)
  }

  /** Loads the attachments that still exist. */
  async load(ids: readonly string[]): Promise<LoadedAttachments> {
    const loaded = new Map<string, LoadedAttachment>()
    for (const id of ids) {
      const attachment = this.#recent.get(id) ?? (await this.#load(id))
      if (attachment === null) continue
      this.#recent.put(id, attachment)
      loaded.set(id, attachment)
    }
    return loaded
  }

  async #load(id: string): Promise<LoadedAttachment | null> {
    const found = await this.#read(id)
    if (found === null) return null
    const { row, bytes } = found
    const { name, mediaType } = row
    return { name, mediaType, data: bytes.toString(isInWords(mediaType) ? 'utf8' : 'base64') }
  }

  /** The attachment's row and bytes; null if it no longer exists. */
  async #read(id: string): Promise<{ readonly row: AttachmentRow; readonly bytes: Buffer } | null> {
    const row = await this.#options.store.attachment(id)
    const bytes = row === null ? null : await readFile(this.#path(row.id)).catch(() => null)
    return row === null || bytes === null ? null : { row, bytes }
  }

  /** Moves a result's images into files. Images that models do not accept are replaced by a note. */
  async keepImages(
    conversationId: string,
    result: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const content = result['content']
    if (!Array.isArray(content)) return { ...result }
    const kept: unknown[] = []
    for (const block of content as unknown[]) {
      const { type, data, mimeType, ...rest } = Object(block) as Record<string, unknown>
      if (type !== 'image' || typeof data !== 'string') {
        kept.push(block)
        continue
      }
      const bytes = Buffer.from(data, 'base64')
      const kind = kindOf(String(mimeType), bytes)
      const isTaken = kind !== null && isImage(kind) && bytes.length <= maxBytesOf(kind)
      const attachment = isTaken ? await this.#keep(conversationId, 'image', kind, bytes) : null
      kept.push({
        ...rest,
        type,
        mimeType: kind ?? mimeType,
        attachmentId: attachment?.id ?? null,
        bytes: bytes.length,
      })
    }
    return { ...result, content: kept }
  }

  /**
   * Renames the files of attachments whose rows were removed, so that they can be restored until the engine closes. By
   * the new names, the next engine knows which files to delete.
   */
  async markRemoved(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rename(this.#path(id), this.#path(id) + removedEnding).catch(() => undefined)
  }

  async unmarkRemoved(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rename(this.#path(id) + removedEnding, this.#path(id)).catch(() => undefined)
  }

  /** Deletes the files of conversations that a person removed. */
  async deleteRemoved(): Promise<void> {
    for (const name of await this.#names())
      if (name.endsWith(removedEnding)) await rm(join(this.#folder, name), { force: true })
  }

  /** Runs at the start. Deletes removed and unfinished files, and sets aside files that the store does not know. */
  async tidy(): Promise<void> {
    const { store, setAside } = this.#options
    const known = new Set([...(await store.attachmentIds())].map(fileName))
    await setAside.bringBack('attachments', (name) => known.has(name))
    await this.deleteRemoved()
    const names = (await this.#names()).filter((name) => !this.#adding.has(baseOf(name)))
    for (const name of names) if (name.endsWith(draftEnding)) await rm(join(this.#folder, name), { force: true })
    // Asks the store again, because an attachment may have been added since.
    const knownNow = new Set([...(await store.attachmentIds())].map(fileName))
    const unknown = names.filter((name) => name === baseOf(name) && !knownNow.has(name))
    await setAside.take(
      unknown.map((name) => join(this.#folder, name)),
      'attachments that the store does not know',
    )
  }

  /** The names of files that an engine wrote here. Other files are ignored. */
  async #names(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter((name) => namePattern.test(name))
  }

  async #keep(conversationId: string, title: string, mediaType: string, data: Buffer): Promise<Attachment> {
    const { clock, makeId, store } = this.#options
    const row: AttachmentRow = {
      id: makeId(),
      conversationId,
      name: title,
      mediaType,
      bytes: data.length,
      createdAt: clock.now(),
    }
    const name = fileName(row.id)
    this.#adding.add(name)
    try {
      await this.#write(name, data)
      await store.addAttachment(row)
    } finally {
      this.#adding.delete(name)
    }
    return attachmentOf(row)
  }

  async #write(name: string, data: Buffer): Promise<void> {
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#made
    const path = join(this.#folder, name)
    await writeFile(path + draftEnding, data, { mode: 0o600 })
    await rename(path + draftEnding, path)
  }

  #path(id: string): string {
    return join(this.#folder, fileName(id))
  }
}

/** The name of an attachment's file. It is a hash, so that any id gives a valid name in this folder. */
function fileName(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 40)
}

function baseOf(name: string): string {
  return name.split('.', 1)[0] ?? name
}

function attachmentOf({ id, name, mediaType, bytes }: AttachmentRow): Attachment {
  return { id, name, mediaType, bytes }
}
