import { expect, test } from 'vitest'
import { emptyConversation } from '#engine/chat/emptyConversation'
import { OpenConversations } from '#engine/chat/openConversations'
import type { RunParts } from '#engine/chat/runs/runParts'
import type { ChatStore } from '#engine/store/chat/chatStore'
import { deferred } from '#test/support/deferred'
import { manualClock } from '#test/support/manualClock'

/** A store in which every conversation exists, and is empty. */
const store = {
  find: async (id: string) => emptyConversation({ id, projectId: 'default', createdAt: 0 }),
  messages: { list: async () => [] },
} as unknown as ChatStore

function openNone() {
  const background = { run: () => undefined }
  const clock = manualClock()
  const told = { onListed: () => undefined, parts: {} as RunParts }
  return new OpenConversations({ store, background, clock, engine: 'one', isShared: false, ...told })
}

async function openMany(open: OpenConversations): Promise<void> {
  for (let number = 0; number < 40; number += 1) await open.get(`other ${number}`)
}

const isKept = async (open: OpenConversations, id: string) => (await open.peek(id)) !== null

test('a watched conversation stays in memory and does not displace later ones', async () => {
  const open = openNone()
  const { live } = await open.get('watched')
  live.follow()
  await openMany(open)
  await expect.poll(() => isKept(open, 'other 0')).toBe(false)
  expect([await isKept(open, 'watched'), await isKept(open, 'other 39')]).toEqual([true, true])
})

test('a conversation with a pending change stays in memory, because a second copy could be changed independently', async () => {
  const open = openNone()
  const first = deferred()
  const seen: unknown[] = []
  const changes = [open.changing('a', async (one) => (seen.push(one), first.promise))]
  changes.push(open.changing('a', async (one) => void seen.push(one)))
  await openMany(open)
  changes.push(open.changing('a', async (one) => void seen.push(one)))
  first.resolve()
  await Promise.all(changes)
  expect(seen).toHaveLength(3)
  expect(new Set(seen).size).toBe(1)
  await openMany(open)
  await expect.poll(() => isKept(open, 'a')).toBe(false)
})

test('after closing, no conversation can be changed', async () => {
  const open = openNone()
  open.close()
  await expect(open.changing('a', () => Promise.resolve())).rejects.toMatchObject({ code: 'CONFLICT' })
})
