/** The rows that store conversations, on both databases. */
import { expect, test } from 'vitest'
import type { Block } from '#contract/chat/chat'
import { emptyConversation } from '#engine/chat/emptyConversation'
import { noUsage } from '#engine/chat/models/modelUsage'
import type { ConversationRow, MessageRow } from '#engine/store/chat/chatStoreRows'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()

function conversation(id: string, change: Partial<ConversationRow> = {}): ConversationRow {
  return emptyConversation({ id, projectId: 'default', createdAt: 1, ...change })
}

function message(id: string, position: number): MessageRow {
  return { id, parentId: null, position, role: 'user', status: 'complete', model: null, steps: [], createdAt: 1 }
}

test.each(databasesWith(postgres))(
  '[R32] conversations are stored completely, searched and paged on $name',
  async (database) => {
    const { chat } = (await openTestStore(database)).store
    const unpriced = { ...noUsage, inputTokens: 3, costUsd: null }
    const rows = [
      conversation('a', { updatedAt: 5, title: 'Plans 100%', draft: 'a\0b' }),
      conversation('b', { updatedAt: 9 }),
      conversation('c', { updatedAt: 2, pinned: true, isRunning: true, projectId: 'other', usage: unpriced }),
      conversation('d', { updatedAt: 5 }),
    ]
    for (const row of rows) await chat.insert(row)
    const odd: Block = { kind: 'text', text: 'Grüße \0 \ud800 👋 _x_' }
    await chat.messages.write({
      conversationId: 'b',
      runClaims: 0,
      messages: [message('m2', 2), message('m1', 1)],
      blocks: [
        { messageId: 'm1', index: 1, row: { step: 0, isComplete: false, block: { kind: 'text', text: 'second' } } },
        { messageId: 'm1', index: 0, row: { step: 0, isComplete: true, block: odd, wire: { signature: 's' } } },
      ],
    })
    const changed = { step: 1, isComplete: true, block: { kind: 'text', text: 'second, whole' } } as const
    await chat.messages.write({
      conversationId: 'b',
      runClaims: 0,
      messages: [{ ...message('m1', 1), status: 'stopped', steps: [{ stopReason: 'end_turn', usage: null }] }],
      blocks: [{ messageId: 'm1', index: 1, row: changed }],
    })
    expect((await chat.messages.list('b')).map(({ id, status }) => [id, status])).toEqual([
      ['m1', 'stopped'],
      ['m2', 'complete'],
    ])
    // No text is lost, even with characters that a database refuses.
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

test.each(databasesWith(postgres))(
  '[R32] a conversation belongs to one engine at a time, and concurrent changes do not overwrite each other, on $name',
  async (database) => {
    const { chat } = (await openTestStore(database)).store
    await chat.insert(conversation('a'))
    const lease = (engine: string, now: number) => ({ engine, now, until: now + 10 })
    // One of the engines gets the claim, and gets it again when it asks again. A claim that is not renewed in time is
    // free again.
    const claims = await Promise.all(['one', 'two', 'three'].map((engine) => chat.claim('a', lease(engine, 100))))
    expect(claims.filter((claimed) => claimed !== null)).toEqual([{ revision: 1, runClaims: 1, runUntil: 110 }])
    const owner = ['one', 'two', 'three'][claims.findIndex((claimed) => claimed !== null)] ?? ''
    expect(await chat.claim('a', lease(owner, 100))).toMatchObject({ revision: 2, runClaims: 2 })
    expect(await chat.claim('a', lease('four', 109))).toBeNull()
    expect(await chat.renew('a', { engine: 'four', until: 200 })).toBe(false)
    expect(await chat.renew('a', { engine: owner, until: 200 })).toBe(true)
    expect(await chat.claim('a', lease('four', 110))).toBeNull()
    expect(await chat.claim('a', lease('four', 200))).toMatchObject({ revision: 3, runClaims: 3 })
    expect(await chat.renew('a', { engine: owner, until: 300 })).toBe(false)
    expect(await chat.claim('nobody', lease('four', 200))).toBeNull()

    const titled = conversation('a', { title: 'Named', draft: 'not written' })
    expect(await chat.update(titled, new Set(['title']))).toBe(4)
    const limited = conversation('a', { title: 'lost', limits: { steps: 7, costUsd: 1 } })
    expect(await chat.update(limited, new Set(['limits']))).toBe(5)
    expect(await chat.find('a')).toMatchObject({
      title: 'Named',
      draft: '',
      limits: { steps: 7, costUsd: 1 },
      isRunning: true,
      runEngine: 'four',
      runUntil: 210,
      revision: 5,
    })
    // Late writes of a lost run are refused.
    const late = { conversationId: 'a', runClaims: 2, messages: [message('m3', 1)], blocks: [] }
    expect(await chat.messages.write(late)).toBe(false)
    expect(await chat.update(conversation('a', { runClaims: 2 }), new Set(['isRunning']))).toBeNull()
    expect(await chat.messages.list('a')).toEqual([])
    expect(await chat.messages.write({ ...late, runClaims: 3 })).toBe(true)
    expect(await chat.update(conversation('a', { runClaims: 3 }), new Set(['isRunning', 'runEngine']))).toBe(6)
    expect(await chat.claim('a', lease('five', 0))).toMatchObject({ revision: 7 })
    expect(await chat.update(conversation('nobody'), new Set(['title']))).toBeNull()
  },
)
