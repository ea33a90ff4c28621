/** Attachments and images of results: their bytes are files of the data folder, named by id; the store knows the rest. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Attachment } from '#contract/chat'
import { AppError } from '#contract/errors'
import type { LoadedAttachment, LoadedAttachments } from '#engine/chat/requests/wireMessages'
import type { Clock, MakeId } from '#engine/ports'
import type { AttachmentRow } from '#engine/store/chatStoreRows'
import type { ChatStore } from '#engine/store/chatStore'

export interface AttachmentFilesOptions {
  readonly dataFolder: string
  readonly store: ChatStore
  readonly clock: Clock
  readonly makeId: MakeId
}

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const mostBytes = 20_000_000
/** What models take. */
const mostImageBytes = 5_000_000
const mostTextBytes = 1_000_000
const mostOfConversation = 500_000_000

export class AttachmentFiles {
  readonly #options: AttachmentFilesOptions
  readonly #folder: string
  #made: Promise<unknown> | null = null

  constructor(options: AttachmentFilesOptions) {
    this.#options = options
    this.#folder = join(options.dataFolder, 'attachments')
  }

  async add(conversationId: string, name: string, mediaType: string, data: Buffer): Promise<Attachment> {
    const kind = kindOf(mediaType, data)
    if (kind === null)
      throw new AppError('INVALID_INPUT', `${name} is neither an image (PNG, JPEG, GIF, WebP) nor a PDF nor a text.`)
    const most = kind === 'text' ? mostTextBytes : kind === 'application/pdf' ? mostBytes : mostImageBytes
    if (data.length > most)
      throw new AppError('INVALID_INPUT', `${name} is too large: at most ${most / 1_000_000} MB can be attached.`)
    const there = await this.#options.store.attachmentsOf(conversationId)
    if (there.reduce((sum, { bytes }) => sum + bytes, data.length) > mostOfConversation)
      throw new AppError('INVALID_INPUT', 'This conversation has too many attachments already.')
    return this.#keep(conversationId, name, kind === 'text' ? textType(mediaType) : kind, data)
  }

  async read(id: string): Promise<Attachment & { data: string }> {
    const row = await this.#options.store.attachment(id)
    const bytes = row === null ? null : await readFile(this.#path(row.id)).catch(() => null)
    if (row === null || bytes === null) throw new AppError('NOT_FOUND', 'This attachment is not there any more.')
    return { ...attachmentOf(row), data: bytes.toString('base64') }
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
      const row = await this.#options.store.attachment(id)
      const bytes = row === null ? null : await readFile(this.#path(row.id)).catch(() => null)
      if (row === null || bytes === null) continue
      const inWords = !images.has(row.mediaType) && row.mediaType !== 'application/pdf'
      loaded.set(id, { name: row.name, mediaType: row.mediaType, data: bytes.toString(inWords ? 'utf8' : 'base64') })
    }
    return loaded
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
      const isTaken = kind !== null && images.has(kind) && bytes.length <= mostImageBytes
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

  /** After rows have gone: removes the files that nobody names. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    if (names.length === 0) return
    const known = new Set([...(await this.#options.store.attachmentIds())].map(fileName))
    await Promise.all(
      names.filter((name) => !known.has(name)).map((name) => rm(join(this.#folder, name), { force: true })),
    )
  }

  async #keep(conversationId: string, name: string, mediaType: string, data: Buffer): Promise<Attachment> {
    const { clock, makeId, store } = this.#options
    const row: AttachmentRow = {
      id: makeId(),
      conversationId,
      name,
      mediaType,
      bytes: data.length,
      createdAt: clock.now(),
    }
    this.#made ??= mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#made
    const path = this.#path(row.id)
    await writeFile(`${path}.partial`, data, { mode: 0o600 })
    await rename(`${path}.partial`, path)
    await store.addAttachment(row)
    return attachmentOf(row)
  }

  #path(id: string): string {
    return join(this.#folder, fileName(id))
  }
}

/** Whatever an id is, it is a file of this folder. */
function fileName(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 40)
}

/** By its bytes where they tell: what models are told an image is has to be true. Null for what nobody can read. */
function kindOf(mediaType: string, data: Buffer): string | null {
  const head = data.subarray(0, 12)
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head.toString('latin1'))) return 'image/gif'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'application/pdf'
  if (mediaType.startsWith('image/') || mediaType === 'application/pdf') return null
  return isText(data) ? 'text' : null
}

function isText(data: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(data).includes('\0')
  } catch {
    return false
  }
}

function textType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'text/plain'
}

function attachmentOf({ id, name, mediaType, bytes }: AttachmentRow): Attachment {
  return { id, name, mediaType, bytes }
}
