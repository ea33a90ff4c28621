/** Users' actions on conversations: find, change, remove, follow, attach, export. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChatEvent, Message } from '#contract/chat/chat'
import type { Question } from '#contract/question'
import type { Engine } from '#engine/createEngine'
import { allowAll, ended, startConversation, until } from '#test/support/chatRuns'
import { deferred } from '#test/support/deferred'
import { say, type Seen, startMessagesApi, use } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const lastUser = (seen: Seen | undefined) => seen?.body.messages.findLast(({ role }) => role === 'user')?.content ?? []

function textOf(message: Message | undefined): string {
  return message?.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('') ?? ''
}

async function practiceEngine(
  servers: Parameters<typeof startTestEngine>[0] = {},
  dataFolder?: string,
): Promise<Engine> {
  const ports = dataFolder === undefined ? {} : testPorts(dataFolder)
  return startTestEngine(servers, { ...ports, environment: { PATH: process.env['PATH'] } })
}

test('conversations are found by title and by text, pinned ones first, page by page', async () => {
  const engine = await practiceEngine()
  const { chat } = engine
  const ids: string[] = []
  for (const text of ['Where is Ähre?', 'the second', 'a third 100%']) ids.push(await startConversation(engine, text))
  for (const id of ids) await ended(engine, id)
  const [first = '', second = '', third = ''] = ids
  await chat.update(first, { pinned: true })
  const all = await chat.list({ limit: 50 })
  expect(all.conversations.map(({ id }) => id)[0]).toBe(first)
  const page = await chat.list({ limit: 2 })
  const rest = await chat.list({ limit: 2, cursor: page.next ?? '' })
  expect([...page.conversations, ...rest.conversations].map(({ id }) => id)).toEqual(
    all.conversations.map(({ id }) => id),
  )
  expect(rest.next).toBeNull()
  const found = async (text: string) => (await chat.list({ text, limit: 50 })).conversations
  expect((await found('ähre')).map(({ id }) => id)).toEqual([first])
  expect(await found('100%')).toMatchObject([{ id: third, excerpt: 'a third 100%' }])
  await chat.update(second, { title: 'Renamed' })
  expect((await found('rename')).map(({ id }) => id)).toEqual([second])
  expect(await found('practice model')).toHaveLength(3)
})

test('a removed conversation is gone at once and can be restored completely while the engine runs', async () => {
  const dataFolder = await temporaryFolder()
  const engine = await practiceEngine({}, dataFolder)
  const { chat } = engine
  const id = await startConversation(engine, 'keep me')
  const before = await ended(engine, id)
  const { id: attachmentId } = await chat.attach({
    id,
    name: 'a.png',
    mediaType: 'image/png',
    data: pixel.toString('base64'),
  })
  await chat.remove(id)
  await expect(chat.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await chat.restore(id)
  expect((await chat.messages(id, undefined, 10)).messages).toEqual(before)
  expect((await chat.attachment(attachmentId)).data).toBe(pixel.toString('base64'))
  await chat.remove(id)
  await engine.close()
  expect(await readdir(join(dataFolder, 'attachments'))).toEqual([])
})

test('a conversation is complete after a restart, and continues', async () => {
  const dataFolder = await temporaryFolder()
  const first = await practiceEngine({}, dataFolder)
  const id = await startConversation(first, 'hello')
  const before = await ended(first, id)
  await first.chat.update(id, { draft: 'half a sent' })
  await first.close()
  const second = await practiceEngine({}, dataFolder)
  expect(await second.chat.get(id)).toMatchObject({ draft: 'half a sent', run: { kind: 'idle' }, title: 'hello' })
  expect((await second.chat.messages(id, undefined, 10)).messages).toEqual(before)
  await second.chat.send({ id, parts: [{ kind: 'text', text: 'again' }] })
  expect(await ended(second, id)).toHaveLength(4)
})

test('followers see each text grow, and end up with the stored text', async () => {
  const engine = await practiceEngine()
  const { id } = await engine.chat.create({ title: '', model: null })
  const watching = new AbortController()
  const messages = new Map<string, Message>()
  let growths = 0
  const apply = (event: ChatEvent) => {
    if (event.type === 'snapshot')
      for (const message of event.messages) messages.set(message.id, structuredClone(message))
    if (event.type === 'message') messages.set(event.message.id, structuredClone(event.message))
    if (event.type !== 'block' && event.type !== 'text') return
    const message = messages.get(event.messageId)
    if (message === undefined) throw new Error('a block came before its message')
    if (event.type === 'block') message.blocks[event.index] = event.block
    const block = message.blocks[event.index]
    if (event.type !== 'text' || block?.kind !== 'text') return
    growths += 1
    expect(block.text).toHaveLength(event.offset)
    message.blocks[event.index] = { ...block, text: block.text + event.text }
  }
  const following = (async () => {
    for await (const batch of engine.chat.follow(id, watching.signal)) batch.forEach(apply)
  })()
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'hello' }] })
  const stored = await ended(engine, id)
  // Events arrive in batches, so the newest one may arrive a moment later.
  await until(engine, id, ({ run }) => run.kind === 'idle')
  await new Promise((resolve) => setImmediate(resolve))
  await expect.poll(() => [...messages.values()]).toEqual(stored)
  watching.abort()
  await following
  expect(growths).toBeGreaterThan(1)
})

test('images, PDFs and text files go to the model in their own formats, and are read once for all requests; other files are refused', async () => {
  const api = await startMessagesApi(() => ({ blocks: [say('I see.')] }))
  const dataFolder = await temporaryFolder()
  const engine = await startTestEngine({}, { ...testPorts(dataFolder), environment: api.environment })
  const { chat } = engine
  const { id } = await chat.create({ title: '', model: null })
  const attach = (name: string, mediaType: string, data: Buffer) =>
    chat.attach({ id, name, mediaType, data: data.toString('base64') })
  const image = await attach('dot.png', 'image/jpeg', pixel)
  const pdf = await attach('a.pdf', 'application/pdf', Buffer.from('%PDF-1.7 …'))
  const note = await attach('note.md', 'text/markdown', Buffer.from('# Grüße'))
  await expect(attach('x.bin', 'application/octet-stream', Buffer.from([0, 1, 2, 255]))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await expect(attach('x.png', 'image/png', Buffer.from('no image'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const parts = [image, pdf, note].map((one) => ({ kind: 'attachment' as const, attachmentId: one.id }))
  await chat.send({ id, parts: [...parts, { kind: 'text', text: 'What is it?' }] })
  await ended(engine, id)
  expect(lastUser(api.seen[0])).toMatchObject([
    { type: 'image', source: { media_type: 'image/png', data: pixel.toString('base64') } },
    { type: 'document', source: { media_type: 'application/pdf' } },
    { type: 'text', text: expect.stringContaining('# Grüße') as string },
    { type: 'text', text: 'What is it?' },
  ])
  await rm(join(dataFolder, 'attachments'), { recursive: true })
  await chat.send({ id, parts: [{ kind: 'text', text: 'And now?' }] })
  await ended(engine, id)
  expect(api.seen[1]?.body.messages[0]?.content[0]).toEqual(lastUser(api.seen[0])[0])
  const other = await chat.create({ title: '', model: null })
  await expect(chat.send({ id: other.id, parts })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a full context window is shortened: a summary replaces earlier messages, which are still shown', async () => {
  const api = await startMessagesApi(({ body }) => {
    const asked = JSON.stringify(lastUser({ body } as Seen))
    if (asked.includes('Write a summary')) return { blocks: [say('They talked about apples.')] }
    return { blocks: [say('Yes.')], usage: { input_tokens: asked.includes('A summary of it so far') ? 50 : 900 } }
  })
  const engine = await startTestEngine({}, { environment: api.environment })
  const id = await startConversation(engine, 'apples', 'claude-nobody')
  await ended(engine, id)
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'and pears?' }] })
  const messages = await ended(engine, id)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'summary', 'assistant'])
  expect(textOf(messages[3])).toBe('They talked about apples.')
  const last = JSON.stringify(api.seen.at(-1)?.body.messages)
  expect(api.seen.at(-1)?.body.messages).toHaveLength(1)
  expect(last).toContain('They talked about apples.')
  expect(last).toContain('and pears?')
})

test('an endpoint that refuses a request as too long gets a summary and the newest message instead', async () => {
  let refused = 0
  const api = await startMessagesApi(({ body }) => {
    const text = JSON.stringify(body.messages)
    if (text.includes('Write a summary')) return { blocks: [say('About apples.')] }
    if (text.includes('pears') && !text.includes('A summary of it so far')) {
      refused += 1
      return { status: 400, error: 'prompt is too long: 210000 tokens > 200000 maximum' }
    }
    return { blocks: [say('Yes.')] }
  })
  const engine = await startTestEngine({}, { environment: api.environment })
  const id = await startConversation(engine, 'apples')
  await ended(engine, id)
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'and pears?' }] })
  const messages = await ended(engine, id)
  expect(refused).toBe(1)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'summary', 'assistant'])
  expect(messages[3]?.blocks).toMatchObject([{ kind: 'notice', notice: 'compacted' }])
  expect(messages.at(-1)).toMatchObject({ status: 'complete', blocks: [{ text: 'Yes.' }] })
  // A single message that is too long cannot be shortened. This is reported, and the message is not sent again.
  const single = await startConversation(engine, 'pears alone')
  expect((await ended(engine, single)).at(-1)).toMatchObject({ status: 'failed' })
  expect(refused).toBe(2)
})

test('a server that asks during a call gets the person’s answer and, after consent, the model’s answer, whose cost counts for the turn', async () => {
  // The answer is still being written when the cost of the server's sampling is charged. Storing one of the two must
  // not overwrite the other.
  const paidFor = deferred<string>()
  const gate = {
    before: 13,
    open: async () => until(engine, await paidFor.promise, ({ usage }) => usage.inputTokens > 0),
  }
  const api = await startMessagesApi(({ body }, number) => {
    if (JSON.stringify(body.messages).includes('Say hello.')) return { blocks: [say('Hello from the model.')] }
    return number === 0
      ? { blocks: [use('t1', 'elicit', {}), use('t2', 'sample', {}), use('t3', 'roots', {})], gate }
      : { blocks: [say('Done.')] }
  })
  const engine = await startTestEngine(
    { asking: { launch: testServer('asking'), concurrency: 1 } },
    { environment: api.environment },
  )
  const asked: Question[] = []
  const watching = new AbortController()
  const answering = (async () => {
    for await (const batch of engine.questions.attend(watching.signal))
      for (const news of batch)
        for (const question of news.type === 'open' ? news.questions : news.type === 'asked' ? [news.question] : []) {
          asked.push(question)
          const { kind } = question.body
          engine.questions.answer(
            question.id,
            kind === 'approval'
              ? { kind: 'allow', remember: 'once', pattern: null }
              : { kind: 'submit', content: kind === 'form' ? { colour: 'blue' } : null },
          )
        }
  })()
  const id = await startConversation(engine, 'go')
  paidFor.resolve(id)
  const turn = (await ended(engine, id)).at(-1)
  watching.abort()
  await answering
  const results =
    turn?.blocks.flatMap((block) => (block.kind === 'toolCall' ? [JSON.stringify(block.result)] : [])) ?? []
  expect(results[0]).toContain('blue')
  expect(results[1]).toContain('Hello from the model.')
  expect(results[2]).toContain('roots')
  expect(asked.map(({ body }) => body.kind).sort()).toEqual(['approval', 'approval', 'approval', 'form', 'sampling'])
  expect(asked.every(({ conversationId }) => conversationId === id)).toBe(true)
  expect(turn?.usage).toMatchObject({ inputTokens: 30, outputTokens: 60 })
  expect((await engine.chat.get(id)).usage).toEqual(turn?.usage)
})

test('the cost of a message is estimated by tool and server before it is sent, without switched-off tools and servers', async () => {
  const api = await startMessagesApi(() => ({ blocks: [say('ok')] }))
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } }, { environment: api.environment })
  allowAll(engine)
  const { id } = await engine.chat.create({ title: '', model: null })
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'go' }] })
  await ended(engine, id)
  const estimate = await engine.chat.estimate(id, 'more', undefined)
  expect(estimate).toMatchObject({ exact: true, deferred: false, refused: [], window: 1_000_000 })
  expect(estimate.servers.map(({ server }) => server).sort()).toEqual(['echo', 'native'])
  for (const sums of [estimate, await engine.chat.estimate(id, '', undefined)]) {
    const sum = (of: readonly { readonly tokens: number }[]) => of.reduce((known, { tokens }) => known + tokens, 0)
    expect(sums.system + sums.messages + sums.tools).toBe(sums.total)
    expect(sum(sums.servers)).toBe(sums.tools)
    for (const server of sums.servers) expect(sum(server.tools)).toBe(server.tokens)
  }
  await engine.chat.update(id, { choice: { serversOff: ['native'], toolsOff: [{ server: 'echo', name: 'add' }] } })
  const fewer = await engine.chat.estimate(id, 'more', undefined)
  expect(fewer.servers.map(({ server }) => server)).toEqual(['echo'])
  expect(fewer.servers[0]?.tools.map(({ publicName }) => publicName)).not.toContain('add')
  expect(fewer.tools).toBeLessThan(estimate.tools)
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'again' }] })
  await ended(engine, id)
  expect(api.seen.at(-1)?.body.tools?.map(({ name }) => name)).not.toContain('add')
})

test('an export contains the whole conversation, and no text in it can end a code block early', async () => {
  const engine = await practiceEngine({ echo: { launch: testServer('echo') } })
  allowAll(engine)
  const id = await startConversation(engine, 'use echo {"text":"```\\n# not a heading\\n```"}')
  await ended(engine, id)
  const { text, name } = await engine.chat.export(id, 'markdown')
  expect(name).toMatch(/\.md$/)
  expect(text).toContain('**Tool: echo / echo** (succeeded)')
  expect(text).toMatch(/^````\n```\n# not a heading/m)
  const json = JSON.parse((await engine.chat.export(id, 'json')).text) as { format: string; messages: unknown[] }
  expect([json.format, json.messages.length]).toEqual(['switchboard-conversation', 2])
})
