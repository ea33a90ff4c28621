/** The rows of conversations, on both databases. */
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Block } from '#contract/chat'
import { systemClock } from '#engine/clock'
import type { ConversationRow, MessageRow } from '#engine/store/chatStoreRows'
import { openStore } from '#engine/store/openStore'
import { startPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const postgres = await startPostgres()
afterAll(() => postgres?.stop())

const noUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null }

function conversation(id: string, change: Partial<ConversationRow> = {}): ConversationRow {
  return {
    id,
    projectId: 'default',
    title: '',
    pinned: false,
    model: null,
    choice: { serversOff: [], toolsOff: [] },
    instructions: '',
    limits: { steps: 50, costUsd: null },
    draft: '',
    leafId: null,
    isRunning: false,
    usage: noUsage,
    createdAt: 1,
    updatedAt: 1,
    ...change,
  }
}

function message(id: string, position: number): MessageRow {
  return { id, parentId: null, position, role: 'user', status: 'complete', model: null, steps: [], createdAt: 1 }
}

test.each([['sqlite', null], ...(postgres === null ? [] : [['postgres', postgres] as const])] as const)(
  '[R32] conversations are kept whole, found and paged on %s',
  async (_name, server) => {
    const databaseUrl = server === null ? null : await server.createDatabase()
    const store = await openStore({
      dataFolder: await temporaryFolder(),
      databaseUrl,
      clock: systemClock,
      log: recordingLog(),
    })
    onTestFinished(() => store.close())
    const { chat } = store
    const rows = [
      conversation('a', { updatedAt: 5, title: 'Plans 100%', draft: 'a\0b' }),
      conversation('b', { updatedAt: 9 }),
      conversation('c', { updatedAt: 2, pinned: true, isRunning: true, projectId: 'other' }),
      conversation('d', { updatedAt: 5 }),
    ]
    for (const row of rows) await chat.insert(row)
    const odd: Block = { kind: 'text', text: 'Grüße \0 \ud800 👋 _x_' }
    await chat.messages.write({
      conversationId: 'b',
      messages: [message('m2', 2), message('m1', 1)],
      blocks: [
        { messageId: 'm1', index: 1, row: { step: 0, isComplete: false, block: { kind: 'text', text: 'second' } } },
        { messageId: 'm1', index: 0, row: { step: 0, isComplete: true, block: odd, wire: { signature: 's' } } },
      ],
    })
    const changed = { step: 1, isComplete: true, block: { kind: 'text', text: 'second, whole' } } as const
    await chat.messages.write({
      conversationId: 'b',
      messages: [{ ...message('m1', 1), status: 'stopped', steps: [{ stopReason: 'end_turn', usage: null }] }],
      blocks: [{ messageId: 'm1', index: 1, row: changed }],
    })
    expect((await chat.messages.list('b')).map(({ id, status }) => [id, status])).toEqual([
      ['m1', 'stopped'],
      ['m2', 'complete'],
    ])
    // Nothing of a text is lost, whatever a database refuses in it.
    expect((await chat.messages.blocks(['m1'])).get('m1')).toEqual([
      { step: 0, isComplete: true, block: odd, wire: { signature: 's' } },
      { ...changed, wire: undefined },
    ])
    const ids = async (query: object) => {
      const { conversations, next } = await chat.page({ limit: 50, ...query })
      return [conversations.map(({ row }) => row.id), next] as const
    }
    expect(await ids({})).toEqual([['c', 'b', 'd', 'a'], null])
    const [first, next] = await ids({ limit: 2 })
    expect([first, (await ids({ limit: 2, cursor: next }))[0]]).toEqual([
      ['c', 'b'],
      ['d', 'a'],
    ])
    expect((await ids({ projectId: 'other' }))[0]).toEqual(['c'])
    expect((await ids({ text: 'GRÜSSE' }))[0]).toEqual([])
    expect((await ids({ text: 'GRÜßE' }))[0]).toEqual(['b'])
    expect((await ids({ text: '100%' }))[0]).toEqual(['a'])
    expect((await ids({ text: '_x' }))[0]).toEqual(['b'])
    expect(await chat.find('c')).toEqual(rows[2])
    await chat.addAttachment({
      id: 'f',
      conversationId: 'b',
      name: 'x',
      mediaType: 'text/plain',
      bytes: 1,
      createdAt: 1,
    })
    await chat.remove('b')
    expect([await chat.messages.list('b'), await chat.attachment('f'), await chat.find('b')]).toEqual([[], null, null])
  },
)
