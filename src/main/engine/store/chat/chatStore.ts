/** Reads and writes conversations and their attachments. SQL only, no business rules. */
import { holding } from '#engine/store/database/likePattern'
import { type Selectable, sql } from 'kysely'
import { type ConversationPage, type ConversationQuery, waitingPart } from '#contract/chat/chat'
import { runLimits, usage } from '#contract/chat/conversation'
import { switchedOff } from '#contract/tools/toolChoice'
import { createMessageStore, type MessageStore } from '#engine/store/chat/chatStoreMessages'
import type { AttachmentRow, ConversationRow } from '#engine/store/chat/chatStoreRows'
import type { StoreDatabase } from '#engine/store/database/database'
import { mended } from '#engine/store/database/storableText'
import type { ConversationAttachmentsTable, ConversationsTable } from '#engine/store/database/tables'

export interface ChatStore {
  readonly messages: MessageStore
  insert(row: ConversationRow): Promise<void>
  /**
   * Writes only these fields. Returns the new revision, or null if the conversation is gone or a newer run has started.
   */
  update(row: ConversationRow, fields: ReadonlySet<ConversationField>): Promise<number | null>
  /**
   * Takes the conversation's run for this engine. Null if another engine holds the run, or the conversation is gone.
   */
  claim(id: string, lease: RunLease): Promise<ClaimedRun | null>
  /** Extends the lease on the run. False if another engine has taken the run, or the conversation is gone. */
  renew(id: string, lease: Pick<RunLease, 'engine' | 'until'>): Promise<boolean>
  find(id: string): Promise<ConversationRow | null>
  /** Removes the conversation with its messages and attachments. */
  remove(id: string): Promise<void>
  page(query: ConversationQuery): Promise<StoredPage>
  addAttachment(row: AttachmentRow): Promise<void>
  attachment(id: string): Promise<AttachmentRow | null>
  attachmentsOf(conversationId: string): Promise<AttachmentRow[]>
  attachmentIds(): Promise<Set<string>>
}

export type ConversationField = Exclude<keyof ConversationRow, 'id' | 'runClaims' | 'revision' | 'createdAt'>

export interface RunLease {
  readonly engine: string
  readonly now: number
  readonly until: number
}

export type ClaimedRun = Pick<ConversationRow, 'revision' | 'runClaims' | 'runUntil'>

export interface StoredPage {
  readonly conversations: readonly StoredSummary[]
  readonly next: ConversationPage['next']
}
export interface StoredSummary {
  readonly row: ConversationRow
  /** The text of the block that matches the search. */
  readonly foundIn: string | null
}

export function createChatStore(database: StoreDatabase): ChatStore {
  const { kysely } = database
  return {
    messages: createMessageStore(database),

    async insert(row) {
      await kysely.insertInto('conversations').values(columnsOf(row)).execute()
    },

    async update(row, fields) {
      const all = columnsOf(row)
      const changed = Object.fromEntries([...fields].map((field) => [columnOf[field], all[columnOf[field]]]))
      const change = kysely
        .updateTable('conversations')
        .set(changed)
        .set(nextRevision)
        .where('id', '=', row.id)
        .returning('revision')
      const isOfRun = [...fields].some((field) => runFields.has(field))
      const fenced = isOfRun ? change.where('run_claims', '=', row.runClaims) : change
      return (await fenced.executeTakeFirst())?.revision ?? null
    },

    async claim(id, { engine, now, until }) {
      const claimed = await kysely
        .updateTable('conversations')
        .set({ is_running: true, run_engine: engine, run_until: until, run_claims: sql<number>`run_claims + 1` })
        .set(nextRevision)
        .where('id', '=', id)
        .where((row) =>
          row.or([
            sql<boolean>`is_running = ${sql.val(false)}`,
            row('run_engine', '=', engine),
            row('run_until', '<=', now),
          ]),
        )
        .returning(['revision', 'run_claims'])
        .executeTakeFirst()
      return claimed === undefined
        ? null
        : { revision: claimed.revision, runClaims: claimed.run_claims, runUntil: until }
    },

    async renew(id, { engine, until }) {
      const renewed = await kysely
        .updateTable('conversations')
        .set({ run_until: until })
        .where('id', '=', id)
        .where('run_engine', '=', engine)
        .returning('id')
        .executeTakeFirst()
      return renewed !== undefined
    },

    async find(id) {
      const row = await kysely.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : rowOf(row)
    },

    async remove(id) {
      await kysely.deleteFrom('conversations').where('id', '=', id).execute()
    },

    async page({ projectId, text, cursor, limit }) {
      let query = kysely
        .selectFrom('conversations as c')
        .selectAll('c')
        .orderBy('c.pinned', 'desc')
        .orderBy('c.updated_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(limit + 1)
      if (projectId !== undefined) query = query.where('c.project_id', '=', projectId)
      const after = cursor === undefined ? null : readCursor(cursor)
      if (after !== null)
        query = query.where(
          sql<boolean>`(c.pinned, c.updated_at, c.id) < (${sql.val(after.pinned)}, ${after.updatedAt}, ${after.id})`,
        )
      const pattern = text === undefined ? null : holding(text.toLowerCase())
      if (pattern !== null)
        query = query.where((row) =>
          row.or([
            sql<boolean>`lower(c.title) like ${pattern} escape '\\'`,
            row.exists(
              row
                .selectFrom('conversation_blocks as b')
                .innerJoin('conversation_messages as m', 'm.id', 'b.message_id')
                .select('b.position')
                .whereRef('m.conversation_id', '=', 'c.id')
                .where(sql<boolean>`b.words like ${pattern} escape '\\'`),
            ),
          ]),
        )
      const rows = await query.execute()
      const found = rows.slice(0, limit).map(rowOf)
      const last = found.at(-1)
      return {
        conversations: await Promise.all(
          found.map(async (row) => ({ row, foundIn: pattern === null ? null : await firstHit(row.id, pattern) })),
        ),
        next: rows.length > limit && last !== undefined ? writeCursor(last) : null,
      }
    },

    async addAttachment(row) {
      await kysely
        .insertInto('conversation_attachments')
        .values({
          id: row.id,
          conversation_id: row.conversationId,
          name: mended(row.name),
          media_type: mended(row.mediaType),
          bytes: row.bytes,
          created_at: row.createdAt,
        })
        .execute()
    },

    async attachment(id) {
      const row = await kysely
        .selectFrom('conversation_attachments')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : attachmentOf(row)
    },

    async attachmentsOf(conversationId) {
      const rows = await kysely
        .selectFrom('conversation_attachments')
        .selectAll()
        .where('conversation_id', '=', conversationId)
        .execute()
      return rows.map(attachmentOf)
    },

    async attachmentIds() {
      const rows = await kysely.selectFrom('conversation_attachments').select('id').execute()
      return new Set(rows.map(({ id }) => id))
    },
  }

  async function firstHit(conversationId: string, pattern: string): Promise<string | null> {
    const row = await kysely
      .selectFrom('conversation_blocks as b')
      .innerJoin('conversation_messages as m', 'm.id', 'b.message_id')
      .select('b.body')
      .where('m.conversation_id', '=', conversationId)
      .where(sql<boolean>`b.words like ${pattern} escape '\\'`)
      .orderBy('m.position', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.body ?? null
  }
}

const nextRevision = { revision: sql<number>`revision + 1` }

/** Fields that only a conversation's newest run may write. */
const runFields: ReadonlySet<ConversationField> = new Set(['leafId', 'isRunning', 'runEngine', 'runUntil', 'usage'])

const columnOf = {
  projectId: 'project_id',
  title: 'title',
  pinned: 'pinned',
  model: 'model',
  choice: 'settings',
  instructions: 'settings',
  limits: 'settings',
  draft: 'draft',
  next: 'next_message',
  leafId: 'leaf_id',
  isRunning: 'is_running',
  runEngine: 'run_engine',
  runUntil: 'run_until',
  usage: 'usage',
  updatedAt: 'updated_at',
} as const satisfies Record<ConversationField, keyof ReturnType<typeof columnsOf>>

function columnsOf(row: ConversationRow) {
  const { choice, instructions, limits } = row
  return {
    id: row.id,
    project_id: row.projectId,
    title: mended(row.title),
    pinned: row.pinned,
    model: row.model,
    settings: JSON.stringify({ choice, instructions, limits }),
    draft: mended(row.draft),
    next_message: JSON.stringify(row.next),
    leaf_id: row.leafId,
    is_running: row.isRunning,
    run_engine: row.runEngine,
    run_until: row.runUntil,
    run_claims: row.runClaims,
    revision: row.revision,
    usage: JSON.stringify(row.usage),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

function rowOf(row: Selectable<ConversationsTable>): ConversationRow {
  const settings = JSON.parse(row.settings) as Record<string, unknown>
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    pinned: Boolean(row.pinned),
    model: row.model,
    choice: switchedOff.parse(settings['choice']),
    instructions: String(settings['instructions']),
    limits: runLimits.parse(settings['limits']),
    draft: row.draft,
    next: waitingPart.array().parse(JSON.parse(row.next_message)),
    leafId: row.leaf_id,
    isRunning: Boolean(row.is_running),
    runEngine: row.run_engine,
    runUntil: row.run_until,
    runClaims: row.run_claims,
    revision: row.revision,
    usage: usage.parse(JSON.parse(row.usage)),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function attachmentOf(row: Selectable<ConversationAttachmentsTable>): AttachmentRow {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    createdAt: row.created_at,
  }
}

function writeCursor({ pinned, updatedAt, id }: ConversationRow): string {
  return `${pinned ? 1 : 0}.${updatedAt}.${id}`
}

function readCursor(cursor: string) {
  const [, pinned, updatedAt, id] = /^([01])\.(\d{1,15})\.(.{1,64})$/.exec(cursor) ?? []
  if (pinned === undefined || updatedAt === undefined || id === undefined) return null
  return { pinned: pinned === '1', updatedAt: Number(updatedAt), id }
}
