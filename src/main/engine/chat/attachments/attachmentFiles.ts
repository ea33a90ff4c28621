/** Attachments and images of results: their bytes are files of the data folder, named by id; the store knows the rest. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attachment } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import { isImage, isInWords, kindOf, mostBytesOf } from '#engine/chat/attachments/attachmentKind'
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

const mostOfConversation = 500_000_000
/** What follows the name of a file while it is written, and when its conversation was removed. */
const draftEnding = '.partial'
const removedEnding = '.removed'
const namePattern = /^[0-9a-f]{40}(?:\.partial|\.removed)?$/

export class AttachmentFiles {
  readonly #options: AttachmentFilesOptions
  readonly #folder: string
  readonly #recent = new RecentAttachments()
  #made: Promise<unknown> | null = null
  /** Names of files that the store is about to know. */
  readonly #adding = new Set<string>()

  constructor(options: AttachmentFilesOptions) {
    this.#options = options
    this.#folder = join(options.dataFolder, 'attachments')
  }

  async add(conversationId: string, name: string, mediaType: string, data: Buffer): Promise<Attachment> {
    const kind = kindOf(mediaType, data)
    if (kind === null)
      throw new AppError('INVALID_INPUT', `${name} is neither an image (PNG, JPEG, GIF, WebP) nor a PDF nor a text.`)
    const most = mostBytesOf(kind)
    if (data.length > most)
      throw new AppError('INVALID_INPUT', `${name} is too large: at most ${most / 1_000_000} MB can be attached.`)
    const there = await this.#options.store.attachmentsOf(conversationId)
    if (there.reduce((sum, { bytes }) => sum + bytes, data.length) > mostOfConversation)
      throw new AppError('INVALID_INPUT', 'This conversation has too many attachments already.')
    return this.#keep(conversationId, name, kind, data)
  }

  async read(id: string): Promise<Attachment & { data: string }> {
    const found = await this.#read(id)
    if (found === null) throw new AppError('NOT_FOUND', 'This attachment is not there any more.')
    return { ...attachmentOf(found.row), data: found.bytes.toString('base64') }
  }

  async find(conversationId: string, id: string): Promise<Attachment> {
    const row = await this.#options.store.attachment(id)
    if (row === null || row.conversationId !== conversationId)
      throw new AppError('NOT_FOUND', 'This attachment does not belong to this conversation.')
    return attachmentOf(row)
  }

  /** Those that are still there. */
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

  /** Null when it is not there any more. */
  async #read(id: string): Promise<{ readonly row: AttachmentRow; readonly bytes: Buffer } | null> {
    const row = await this.#options.store.attachment(id)
    const bytes = row === null ? null : await readFile(this.#path(row.id)).catch(() => null)
    return row === null || bytes === null ? null : { row, bytes }
  }

  /** Takes the images out of a result; those that models do not take are left as a note. */
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
      const isTaken = kind !== null && isImage(kind) && bytes.length <= mostBytesOf(kind)
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

  /** Their rows have gone, and may come back until the engine closes. The names say so also to the next engine. */
  async markRemoved(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rename(this.#path(id), this.#path(id) + removedEnding).catch(() => undefined)
  }

  async unmarkRemoved(ids: readonly string[]): Promise<void> {
    for (const id of ids) await rename(this.#path(id) + removedEnding, this.#path(id)).catch(() => undefined)
  }

  /** Deletes what a person removed. */
  async deleteRemoved(): Promise<void> {
    for (const name of await this.#names())
      if (name.endsWith(removedEnding)) await rm(join(this.#folder, name), { force: true })
  }

  /** At the start: what was removed and what was never finished goes; what the store does not know is set aside. */
  async tidy(): Promise<void> {
    const { store, setAside } = this.#options
    const known = new Set([...(await store.attachmentIds())].map(fileName))
    await setAside.bringBack('attachments', (name) => known.has(name))
    await this.deleteRemoved()
    const names = (await this.#names()).filter((name) => !this.#adding.has(baseOf(name)))
    for (const name of names) if (name.endsWith(draftEnding)) await rm(join(this.#folder, name), { force: true })
    // Asked again: what was added since is known by now.
    const knownNow = new Set([...(await store.attachmentIds())].map(fileName))
    const unknown = names.filter((name) => name === baseOf(name) && !knownNow.has(name))
    await setAside.take(
      unknown.map((name) => join(this.#folder, name)),
      'attachments that the store does not know',
    )
  }

  /** Of the files that were written here; others are not looked at. */
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

/** Whatever an id is, it is a file of this folder. */
function fileName(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 40)
}

function baseOf(name: string): string {
  return name.split('.', 1)[0] ?? name
}

function attachmentOf({ id, name, mediaType, bytes }: AttachmentRow): Attachment {
  return { id, name, mediaType, bytes }
}
