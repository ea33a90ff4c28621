/** The loop between a model and tools, with a real endpoint over HTTP and real MCP servers. */
import { expect, test } from 'vitest'
import type { Message, ToolCallBlock } from '#contract/chat/chat'
import type { Engine } from '#engine/createEngine'
import { allowAll, ended, startConversation, until } from '#test/support/chatRuns'
import { inOrder, type Reply, say, type Seen, startMessagesApi, testKey, think, use } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'

async function startChat(answer: (request: Seen, number: number) => Reply) {
  const api = await startMessagesApi(answer)
  const engine = await startTestEngine(
    { echo: { launch: testServer('echo'), concurrency: 64 } },
    { environment: api.environment },
  )
  allowAll(engine)
  return { api, engine }
}

function callsIn(message: Message | undefined): ToolCallBlock[] {
  return message?.blocks.filter((block) => block.kind === 'toolCall') ?? []
}

function notices(message: Message | undefined): string[] {
  return message?.blocks.flatMap((block) => (block.kind === 'notice' ? [block.notice] : [])) ?? []
}

function textOf(message: Message | undefined): string {
  return message?.blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('|') ?? ''
}

/** Returns the last message of a request: what the model received after its own answer. */
const told = (seen: Seen | undefined) => seen?.body.messages.at(-1)?.content ?? []

async function turn(engine: Engine, text = 'go'): Promise<{ id: string; message: Message | undefined }> {
  const id = await startConversation(engine, text)
  return { id, message: (await ended(engine, id)).at(-1) }
}

test('[R32] [R16] tools requested together run together, and their results go back in one message', async () => {
  const { api, engine } = await startChat(
    inOrder(
      {
        blocks: [
          think('I add and echo.', 'signature-1'),
          say('Let me see.'),
          use('t1', 'add', { a: 2, b: 3 }),
          use('t2', 'echo', { text: 'hello' }),
          use('t3', 'structured', {}),
        ],
      },
      { blocks: [say('Five.')] },
    ),
  )
  const { id, message } = await turn(engine)
  expect(callsIn(message).map(({ status, server, callId }) => [status, server, callId !== null])).toEqual([
    ['succeeded', 'echo', true],
    ['succeeded', 'echo', true],
    ['succeeded', 'echo', true],
  ])
  expect(textOf(message)).toBe('|Let me see.||||Five.')
  expect(message).toMatchObject({ status: 'complete', model: 'claude-sonnet-5-5' })
  const [, second] = api.seen
  // The thinking goes back with its signature. Otherwise the model would refuse its own answer.
  expect(second?.body.messages[1]?.content[0]).toEqual({
    type: 'thinking',
    thinking: 'I add and echo.',
    signature: 'signature-1',
  })
  expect(told(second).map((block) => [block.type, block['tool_use_id']])).toEqual([
    ['tool_result', 't1'],
    ['tool_result', 't2'],
    ['tool_result', 't3'],
  ])
  expect(JSON.stringify(told(second)[0])).toContain('"5"')
  const { usage } = await engine.chat.get(id)
  expect(usage).toMatchObject({ inputTokens: 20, outputTokens: 40 })
  expect(usage.costUsd).toBeCloseTo((20 * 2 + 40 * 10) / 1e6, 10)
  expect(JSON.stringify(await engine.chat.messages(id, undefined, 10))).not.toContain('signature-1')
})

test('[R16] an unknown tool, a failing one and a protocol error are reported to the model, and the turn continues', async () => {
  const { api, engine } = await startChat(
    inOrder(
      { blocks: [use('t1', 'nobody', {}), use('t2', 'fail', {}), use('t3', 'rpcError', {})] },
      { blocks: [say('I see.')] },
    ),
  )
  const { message } = await turn(engine)
  expect(callsIn(message).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  const [unknown, failing, breaking] = told(api.seen[1])
  expect(unknown).toMatchObject({ is_error: true, content: [{ type: 'text', text: 'Unknown tool: nobody' }] })
  expect(failing).toMatchObject({ is_error: true, content: [{ type: 'text', text: 'it failed' }] })
  expect(JSON.stringify(breaking)).toContain('refused by the server')
  expect(textOf(message)).toContain('I see.')
})

test('[R11] Switchboard’s own tools are available, and run in the engine', async () => {
  const { api, engine } = await startChat(
    inOrder({ blocks: [use('t1', 'switchboard_servers', {})] }, { blocks: [say('One.')] }),
  )
  const { message } = await turn(engine)
  expect(api.seen[0]?.body.tools?.map(({ name }) => name)).toContain('switchboard_servers')
  expect(callsIn(message)).toMatchObject([{ server: 'native', status: 'succeeded' }])
})

test('the model is told of a call that was denied, and of one whose arguments were changed', async () => {
  const api = await startMessagesApi(
    inOrder(
      { blocks: [use('t1', 'echo', { text: 'one' }), use('t2', 'add', { a: 1, b: 2 })] },
      { blocks: [say('I understand.')] },
    ),
  )
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } }, { environment: api.environment })
  const id = await startConversation(engine, 'go')
  const { run } = await until(engine, id, (now) => now.run.kind === 'waiting' && now.run.questionIds.length === 2)
  expect(run.kind).toBe('waiting')
  for (const { id: questionId, body } of engine.questions.list()) {
    const isEcho = body.kind === 'approval' && body.tool.name === 'echo'
    engine.questions.answer(
      questionId,
      isEcho
        ? { kind: 'allow', remember: 'once', pattern: null, arguments: { text: 'two' } }
        : { kind: 'deny', remember: 'once', pattern: null, reason: 'not today' },
    )
  }
  const message = (await ended(engine, id)).at(-1)
  expect(callsIn(message)).toMatchObject([
    { status: 'succeeded', arguments: '{"text":"one"}', editedArguments: '{"text":"two"}' },
    { status: 'denied', error: expect.stringContaining('not today') as string },
  ])
  const [edited, denied] = told(api.seen[1])
  expect(JSON.stringify(edited)).toContain('changed the arguments')
  expect(denied).toMatchObject({ is_error: true })
})

test('a long result is shortened without splitting a character, and the model is told how to read the rest', async () => {
  const { api, engine } = await startChat(
    inOrder(
      {
        blocks: [
          use('t1', 'big', { bytes: 300_000 }),
          use('t2', 'echo', { text: 'half \ud83d, and a \\ud83d that is text' }),
        ],
      },
      { blocks: [say('Long.')] },
    ),
  )
  const { message } = await turn(engine)
  const [long, half] = callsIn(message)
  expect(long?.resultBytes).toBeGreaterThan(300_000)
  expect(JSON.stringify(long?.result).length).toBeLessThan(101_000)
  expect(JSON.stringify(told(api.seen[1])[0])).toContain(`read_result, call ${long?.callId}`)
  expect(half?.status).toBe('succeeded')
  // The endpoint refuses a request with half a character in it.
  expect(api.seen[1]?.text).toContain('half \ufffd, and a \\\\ud83d that is text')
})

test('an overloaded endpoint is asked again, with a visible countdown', async () => {
  const { api, engine } = await startChat(
    inOrder(
      { status: 429, error: 'Slow down', headers: { 'retry-after-ms': '30' } },
      { status: 529, error: 'Overloaded' },
      { blocks: [], errorAfter: 1 },
      { blocks: [say('Here.')] },
    ),
  )
  const id = await startConversation(engine, 'go')
  const { run } = await until(engine, id, (conversation) => conversation.run.kind === 'retrying')
  expect(run).toMatchObject({ attempt: 1, reason: 'Slow down (429)' })
  const message = (await ended(engine, id)).at(-1)
  expect(textOf(message)).toBe('Here.')
  expect(message?.status).toBe('complete')
  expect(api.seen).toHaveLength(4)
})

test('a permanent failure is not retried, and its reason is shown', async () => {
  const { api, engine } = await startChat(inOrder({ status: 401, error: `invalid key ${testKey}` }))
  const { message } = await turn(engine)
  expect(api.seen).toHaveLength(1)
  expect(message).toMatchObject({ status: 'failed' })
  expect(notices(message)).toEqual(['failed'])
  // The stored message never contains the key, even if the endpoint repeats it.
  expect(JSON.stringify(message)).not.toContain(testKey)
})

test('an answer that is cut off in the middle of its text is kept, marked, and continued once', async () => {
  const { api, engine } = await startChat(
    inOrder({ blocks: [say('The first half and more')], cutAfter: 3 }, { blocks: [say('the second half')] }),
  )
  const { message } = await turn(engine)
  expect(message).toMatchObject({ status: 'complete' })
  expect(textOf(message)).toBe('The first ha||the second half')
  expect(notices(message)).toEqual(['cut'])
  expect(api.seen[1]?.body.messages[1]).toMatchObject({ role: 'assistant', content: [{ text: 'The first ha' }] })
  expect(told(api.seen[1])).toMatchObject([
    { type: 'text', text: expect.stringContaining('Continue exactly') as string },
  ])
})

test('an answer that is cut off after a complete tool use: the tool is called once, and the incomplete use is dropped', async () => {
  const { api, engine } = await startChat(
    inOrder(
      { blocks: [use('t1', 'echo', { text: 'whole' }), use('t2', 'echo', { text: 'half' })], cutAfter: 6 },
      { blocks: [say('Done.')] },
    ),
  )
  const { message } = await turn(engine)
  expect(callsIn(message).map(({ toolUseId, status }) => [toolUseId, status])).toEqual([
    ['t1', 'succeeded'],
    ['t2', 'cancelled'],
  ])
  expect(told(api.seen[1]).map((block) => block['tool_use_id'])).toEqual(['t1'])
  expect((await engine.records.list({ limit: 10 })).calls.map(({ tool }) => tool)).toEqual(['echo'])
})

test('an answer that is repeatedly cut off ends the turn, which can be resumed', async () => {
  const { api, engine } = await startChat((_request, number) =>
    number < 2 ? { blocks: [say('Half a word')], cutAfter: 3 } : { blocks: [say('Whole.')] },
  )
  const { id, message } = await turn(engine)
  expect(message?.status).toBe('failed')
  expect(api.seen).toHaveLength(2)
  await engine.chat.resume({ id })
  expect(textOf((await ended(engine, id)).at(-1))).toBe('Whole.')
})

test('an answer that arrives byte by byte, even inside a character, is the same', async () => {
  const { engine } = await startChat(
    inOrder({ blocks: [say('Grüße 👋 '), use('t1', 'echo', { text: 'ü👋' })], slowly: true }, { blocks: [say('ok')] }),
  )
  const { message } = await turn(engine)
  expect(textOf(message)).toBe('Grüße 👋 ||ok')
  expect(callsIn(message)[0]?.result).toMatchObject({ content: [{ text: 'ü👋' }] })
})

test('an answer that ends as too long, declined or paused is shown as such', async () => {
  const replies: Record<string, Reply[]> = {
    long: [{ blocks: [say('And')], stopReason: 'max_tokens' }],
    declined: [{ blocks: [say('I')], stopReason: 'refusal' }, { blocks: [say('Fine.')] }],
  }
  const { api, engine } = await startChat(({ body }) => {
    const asked = String(body.messages.findLast(({ role }) => role === 'user')?.content.at(-1)?.['text'])
    return replies[asked]?.shift() ?? { blocks: [say('Fine.')] }
  })
  const long = await turn(engine, 'long')
  expect([long.message?.status, notices(long.message)]).toEqual(['complete', ['maxTokens']])
  const declined = await turn(engine, 'declined')
  expect(notices(declined.message)).toEqual(['refusal'])
  await engine.chat.send({ id: declined.id, parts: [{ kind: 'text', text: 'again' }] })
  expect(textOf((await ended(engine, declined.id)).at(-1))).toBe('Fine.')
  // A declined answer is not sent to the model again.
  expect(api.seen.at(-1)?.body.messages).toHaveLength(1)
})

test('stopping ends the stream and the calls, and partial text stays', async () => {
  const { engine } = await startChat(inOrder({ blocks: [say('Wait.'), use('t1', 'slow', { ms: 60_000 })] }))
  const id = await startConversation(engine, 'go')
  await until(engine, id, ({ run }) => run.kind === 'tools')
  const stopped = await engine.chat.stop(id)
  expect(stopped.run).toEqual({ kind: 'idle' })
  const message = (await ended(engine, id)).at(-1)
  expect(message).toMatchObject({ status: 'stopped' })
  expect(callsIn(message)).toMatchObject([{ status: 'cancelled' }])
  expect(textOf(message)).toContain('Wait.')
})

test('a message that was stopped before its answer can be answered later', async () => {
  const { api, engine } = await startChat(inOrder({ blocks: [say('At last.')] }))
  const id = await startConversation(engine, 'go')
  await engine.chat.stop(id)
  expect([api.seen.length, (await ended(engine, id)).length]).toEqual([0, 1])
  await engine.chat.resume({ id })
  expect((await ended(engine, id)).map((message) => textOf(message))).toEqual(['go', 'At last.'])
  await expect(engine.chat.resume({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('one call can be cancelled while the other continues; the model is told of both', async () => {
  const { api, engine } = await startChat(
    inOrder(
      { blocks: [use('t1', 'slow', { ms: 60_000 }), use('t2', 'slow', { ms: 100 })] },
      { blocks: [say('One of two.')] },
    ),
  )
  const id = await startConversation(engine, 'go')
  await until(engine, id, ({ run }) => run.kind === 'tools' && run.running > 0)
  await engine.chat.stopTool(id, 't1')
  const message = (await ended(engine, id)).at(-1)
  expect(callsIn(message).map(({ status }) => status)).toEqual(['cancelled', 'succeeded'])
  expect(told(api.seen[1])).toMatchObject([{ is_error: true }, { tool_use_id: 't2' }])
  expect(textOf(message)).toContain('One of two.')
})

test('a turn ends at its limits of steps and of cost', async () => {
  const { engine } = await startChat((_request, number) => ({ blocks: [use(`t${number}`, 'echo', { text: 'x' })] }))
  const { id } = await engine.chat.create({ title: '', model: null })
  await engine.chat.update(id, { limits: { steps: 3, costUsd: null } })
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'go' }] })
  const limited = (await ended(engine, id)).at(-1)
  expect([callsIn(limited).length, notices(limited)]).toEqual([3, ['limit']])
  await engine.chat.update(id, { limits: { steps: 50, costUsd: 0.0003 } })
  await engine.chat.resume({ id })
  const dear = (await ended(engine, id)).at(-1)
  expect([callsIn(dear).length, notices(dear)]).toEqual([2, ['limit']])
})

test('a cost limit cannot be enforced if the model’s price is unknown, and a notice says so', async () => {
  const { engine } = await startChat(
    inOrder({ blocks: [use('t1', 'echo', { text: 'x' })] }, { blocks: [say('Done.')] }),
  )
  const { id } = await engine.chat.create({ title: '', model: 'claude-nobody' })
  await engine.chat.update(id, { limits: { steps: 50, costUsd: 0.000_001 } })
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'go' }] })
  const message = (await ended(engine, id)).at(-1)
  expect([message?.status, notices(message), textOf(message)]).toEqual(['complete', ['unpriced'], '||Done.'])
  expect(message?.usage?.costUsd).toBeNull()
})

test('a branch continues from where it was changed; regenerating and choosing move between branches', async () => {
  const { api, engine } = await startChat((_request, number) => ({ blocks: [say(`answer ${number}`)] }))
  const { id } = await turn(engine, 'first')
  const [asked, first] = (await engine.chat.messages(id, undefined, 10)).messages
  await engine.chat.regenerate(id, first?.id ?? '')
  const [, second] = await ended(engine, id)
  expect(second).toMatchObject({ siblings: [first?.id, second?.id] })
  expect(textOf(second)).toBe('answer 1')
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'changed' }], parentId: asked?.parentId ?? null })
  const [changed, third] = await ended(engine, id)
  expect(changed?.siblings).toHaveLength(2)
  expect(textOf(third)).toBe('answer 2')
  expect(api.seen[2]?.body.messages).toHaveLength(1)
  await engine.chat.selectBranch(id, first?.id ?? '')
  expect((await engine.chat.messages(id, undefined, 10)).messages.map((message) => textOf(message))).toEqual([
    'first',
    'answer 0',
  ])
})

test('a message sent right after the turn is reported as ended is not refused', async () => {
  const { engine } = await startChat((_request, number) => ({ blocks: [say(`answer ${number}`)] }))
  const id = await startConversation(engine, 'first')
  for (let round = 0; round < 20; round += 1) {
    await until(engine, id, ({ run }) => run.kind === 'idle')
    await engine.chat.send({ id, parts: [{ kind: 'text', text: 'more' }] })
  }
  expect(await ended(engine, id)).toHaveLength(42)
})

test('[R32] an answer that pauses itself is continued unchanged, without a message from Switchboard', async () => {
  const searching = { type: 'server_tool_use', id: 'srv1', name: 'web_search', input: { query: 'x' } }
  const { api, engine } = await startChat(
    inOrder({ blocks: [say('Looking.'), searching], stopReason: 'pause_turn' }, { blocks: [say('Found.')] }),
  )
  const { message } = await turn(engine)
  expect([message?.status, textOf(message)]).toEqual(['complete', 'Looking.||Found.'])
  expect(api.seen[1]?.body.messages.at(-1)).toMatchObject({ role: 'assistant', content: [say('Looking.'), searching] })
})

test('[R32] tools that were found and then disappear are no longer referred to, and the model is told that a call to one failed', async () => {
  const api = await startMessagesApi(
    inOrder(
      { blocks: [use('s1', 'find_tools', { query: 'extra_50' })] },
      { blocks: [say('There it is.')] },
      { blocks: [use('t1', 'extra_50', {})] },
      { blocks: [say('It is gone.')] },
    ),
  )
  const engine = await startTestEngine(
    { many: { launch: testServer('echo', '--tools', '100') } },
    { environment: api.environment },
  )
  allowAll(engine)
  const { id } = await turn(engine)
  expect(api.seen[1]?.text).toContain('"tool_name":"extra_50"')
  await engine.servers.setToolsEnabled('many', ['extra_50'], false)
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'use it' }] })
  const message = (await ended(engine, id)).at(-1)
  expect(api.seen[2]?.text).toContain('no longer exist: extra_50')
  expect(callsIn(message)).toMatchObject([{ status: 'failed', error: 'Unknown tool: extra_50' }])
  expect([message?.status, textOf(message)]).toEqual(['complete', '|It is gone.'])
})

test('[R32] a result of 10 MB and one of 50 images: the model gets a part, the person gets everything', async () => {
  const { api, engine } = await startChat(
    inOrder(
      { blocks: [use('t1', 'big', { bytes: 10_000_000 }), use('t2', 'images', { count: 50 })] },
      { blocks: [say('Much.')] },
    ),
  )
  const { message } = await turn(engine)
  const [big, images] = callsIn(message)
  expect(big?.resultBytes).toBeGreaterThan(10_000_000)
  expect(JSON.stringify(big?.result).length).toBeLessThan(101_000)
  expect((await engine.records.read(big?.callId ?? '', 'result', 9_000_000, 1000, null)).text).toMatch(/^x+$/)
  expect(images?.result?.content?.every((part) => 'attachmentId' in Object(part))).toBe(true)
  const shown = told(api.seen[1])[1]?.['content'] as { type: string }[]
  expect([shown.length, shown.filter(({ type }) => type === 'image').length]).toEqual([50, 20])
  expect(message?.status).toBe('complete')
})
