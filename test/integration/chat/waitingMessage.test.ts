/**
 * A message written while the model is still answering. The message waits and is sent when the turn ends. It is never
 * lost and never sent twice.
 */
import { expect, test } from 'vitest'
import type { Engine } from '#engine/createEngine'
import { startConversation, until } from '#test/support/chatRuns'
import { deferred } from '#test/support/deferred'
import { type Reply, say, startMessagesApi } from '#test/support/messagesApi'
import { startTestEngine } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'

const text = (words: string) => ({ kind: 'text' as const, text: words })

/** Starts a conversation in which the model's first answer waits for `end`. */
async function midTurn() {
  const end = deferred()
  const api = await startMessagesApi((_request, number): Reply => {
    const blocks = [say(`answer ${number}`)]
    return number === 0 ? { blocks, gate: { before: 2, open: () => end.promise } } : { blocks }
  })
  const ports = { ...testPorts(await temporaryFolder()), environment: api.environment }
  const engine = await startTestEngine({}, ports)
  const id = await startConversation(engine, 'first')
  await until(engine, id, ({ run }) => run.kind === 'streaming')
  return { api, engine, id, end: () => end.resolve(), again: () => startTestEngine({}, ports) }
}

const settled = (engine: Engine, id: string) =>
  until(engine, id, ({ run, next }) => run.kind === 'idle' && next.length === 0)

async function said(engine: Engine, id: string) {
  const { messages } = await engine.chat.messages(id, undefined, 100)
  return messages.map(({ role, blocks }) => [role, ...blocks.map((block) => (block.kind === 'text' ? block.text : ''))])
}

test('[R32] a waiting message is sent when the turn ends, together with everything that was added to it', async () => {
  const { engine, id, end, api } = await midTurn()
  const { id: attachmentId } = await engine.chat.attach({
    id,
    name: 'note.txt',
    mediaType: 'text/plain',
    data: Buffer.from('a note').toString('base64'),
  })
  await engine.chat.sendNext({ id, parts: [{ kind: 'attachment', attachmentId }, text('second')] })
  const { next, draft } = await engine.chat.sendNext({ id, parts: [text('third')] })
  const shown = { kind: 'attachment', attachmentId, name: 'note.txt', mediaType: 'text/plain', bytes: 6 }
  expect([next, draft]).toEqual([[shown, text('second'), text('third')], ''])
  expect(api.seen).toHaveLength(1)
  end()
  await settled(engine, id)
  expect(await said(engine, id)).toEqual([
    ['user', 'first'],
    ['assistant', 'answer 0'],
    ['user', '', 'second', 'third'],
    ['assistant', 'answer 1'],
  ])
})

test('[R32] a waiting message that is taken back is not sent, and returns to the editor with all its parts', async () => {
  const { engine, id, end, api } = await midTurn()
  await engine.chat.sendNext({ id, parts: [text('not yet')] })
  expect(await engine.chat.takeBackNext(id)).toEqual([text('not yet')])
  await expect(engine.chat.takeBackNext(id)).rejects.toMatchObject({ code: 'CONFLICT' })
  end()
  await settled(engine, id)
  expect(api.seen).toHaveLength(1)
})

test('[R32] after a stop, a waiting message waits for the person, and is then sent once', async () => {
  const { engine, id, end, api } = await midTurn()
  await engine.chat.sendNext({ id, parts: [text('second')] })
  const { next, run } = await engine.chat.stop(id)
  expect([next, run.kind]).toEqual([[text('second')], 'idle'])
  await engine.chat.sendNext({ id, parts: [] })
  end()
  await settled(engine, id)
  expect((await said(engine, id)).filter(([role]) => role === 'user')).toEqual([
    ['user', 'first'],
    ['user', 'second'],
  ])
  await expect(engine.chat.sendNext({ id, parts: [] })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(api.seen).toHaveLength(2)
})

test('[R32] a waiting message outlives its engine: the next engine shows it, and sends it after the continued turn', async () => {
  const { engine, id, end, again } = await midTurn()
  await engine.chat.sendNext({ id, parts: [text('second')] })
  await engine.close()
  end()
  const next = await again()
  expect(await next.chat.get(id)).toMatchObject({ next: [text('second')], run: { kind: 'interrupted' } })
  await next.chat.resume({ id, runAgain: [], skip: [] })
  await settled(next, id)
  expect((await said(next, id)).filter(([role]) => role === 'user')).toEqual([
    ['user', 'first'],
    ['user', 'second'],
  ])
})

test('[R32] while nothing runs, a message is sent at once, and an unknown attachment is refused and changes nothing', async () => {
  const { engine, id, end } = await midTurn()
  const gone = engine.chat.sendNext({ id, parts: [{ kind: 'attachment', attachmentId: 'gone' }] })
  await expect(gone).rejects.toMatchObject({ code: 'NOT_FOUND' })
  end()
  await settled(engine, id)
  await engine.chat.sendNext({ id, parts: [text('second')] })
  await settled(engine, id)
  expect(await said(engine, id)).toHaveLength(4)
})

test('[R32] a message comes back unchanged even if its text has characters that no database can store', async () => {
  const { engine, id, end } = await midTurn()
  await engine.chat.sendNext({ id, parts: [text('a\0b \ud800')] })
  expect(await engine.chat.takeBackNext(id)).toEqual([text('a\0b \ud800')])
  end()
  await settled(engine, id)
})
