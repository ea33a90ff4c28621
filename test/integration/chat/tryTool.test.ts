/** A tool that a person tries by hand. The server's questions reach that person, and nothing outlives the attempt. */
import { expect, test, vi } from 'vitest'
import type { Answer } from '#contract/question'
import type { TrialEvent } from '#contract/tools/trial'
import { tryTool } from '#engine/chat/tryTool'
import type { Engine } from '#engine/createEngine'
import { say, startMessagesApi } from '#test/support/messagesApi'
import { patience } from '#test/support/patience'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function engineWith(name: string) {
  const api = await startMessagesApi(() => ({ blocks: [say('said by the model')] }))
  const ports = { ...testPorts(await temporaryFolder()), environment: api.environment }
  const engine = await startTestEngine({ [name]: { launch: testServer(name) } }, ports)
  await engine.registry.use({ kind: 'all' })
  return engine
}

function attempt(engine: Engine, name: string, args: Record<string, unknown> = {}, signal?: AbortSignal) {
  const parts = { ...engine, views: engine.registry, source: engine.modelSource }
  return tryTool(parts, { kind: 'all' }, { name, arguments: args }, signal)
}

async function eventsOf(events: AsyncGenerator<TrialEvent>): Promise<TrialEvent[]> {
  const all: TrialEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

async function answerNext(engine: Engine, answer: Answer) {
  return vi.waitFor(() => {
    const [question] = engine.questions.list()
    if (question === undefined) throw new Error('no question is open')
    engine.questions.answer(question.id, answer)
    return question
  }, patience)
}

test('the server’s question goes to the person who tries the tool, and the answer reaches the server', async () => {
  const engine = await engineWith('asking')
  const events = eventsOf(attempt(engine, 'elicit'))
  const asked = await answerNext(engine, { kind: 'decline' })
  expect(asked).toMatchObject({
    conversationId: null,
    caller: { kind: 'person' },
    body: { kind: 'form', server: 'asking' },
  })
  expect(JSON.stringify(await events)).toContain('decline')
})

test('a server’s request to the model is made only after consent, with the chat’s model', async () => {
  const engine = await engineWith('asking')
  const events = eventsOf(attempt(engine, 'sample'))
  await answerNext(engine, { kind: 'submit', content: null })
  expect(JSON.stringify(await events)).toContain('said by the model')
})

test('progress comes before the result, and the result comes once', async () => {
  const engine = await engineWith('echo')
  const events = await eventsOf(attempt(engine, 'slow', { ms: 100 }))
  expect(events.map(({ type }) => type).filter((type) => type === 'result')).toHaveLength(1)
  expect(events.at(-1)?.type).toBe('result')
  expect(events[0]).toMatchObject({ type: 'progress', message: expect.stringMatching(/^step /) as string })
})

test('when the page stops reading, the call is cancelled and its question withdrawn', async () => {
  const engine = await engineWith('asking')
  const left = new AbortController()
  const events = eventsOf(attempt(engine, 'elicit', {}, left.signal))
  await vi.waitFor(() => expect(engine.questions.list()).toHaveLength(1), patience)
  left.abort()
  expect(await events).toEqual([])
  await vi.waitFor(() => expect(engine.questions.list()).toEqual([]), patience)
})

test('an unknown tool is refused, as in any other call', async () => {
  const engine = await engineWith('echo')
  await expect(eventsOf(attempt(engine, 'nobody'))).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
})
