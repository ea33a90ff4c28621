import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '#contract/events'
import type { QuestionBody } from '#contract/question'
import { type Asked, Questions, type Waiting } from '#engine/questions/questions'
import { manualClock } from '#test/support/manualClock'

const approval: QuestionBody = {
  kind: 'approval',
  tool: {
    publicName: 'write',
    server: 'files',
    name: 'write',
    title: null,
    description: '',
    inputSchema: {},
    annotations: undefined,
    trusted: false,
  },
  arguments: {},
  reason: 'notReadOnly',
  change: null,
}
const form: QuestionBody = {
  kind: 'form',
  server: 'files',
  message: 'Which?',
  requestedSchema: { properties: { name: { type: 'string' } }, required: ['name'] },
}
const allow = { kind: 'allow', remember: 'once', pattern: null } as const

function bench() {
  const clock = manualClock()
  const events: EngineEvent[] = []
  let id = 0
  const questions = new Questions({ publish: (event) => events.push(event), clock, makeId: () => `q${++id}` })
  const ask = (change: Partial<Asked> = {}, waiting: Partial<Waiting> = {}) =>
    questions.ask(
      {
        body: approval,
        caller: { kind: 'chat', name: null },
        callerKey: 'chat',
        projectId: null,
        conversationId: null,
        ...change,
      },
      { signal: new AbortController().signal, timeoutMs: null, ...waiting },
    )
  const read = () => {
    const left = new AbortController()
    const reader = questions.attend(left.signal)
    return { next: async () => (await reader.next()).value, leave: () => left.abort(), reader }
  }
  return { clock, events, questions, ask, read }
}
const refused = { code: 'CALL_REFUSED' }

describe('Questions', () => {
  it('are settled by the first answer; a second one is refused, so that two windows do not both decide', async () => {
    const { questions, ask, events } = bench()
    const answer = ask()
    expect(questions.list()).toMatchObject([{ id: 'q1', expiresAt: null }])
    questions.answer('q1', allow)
    expect(await answer).toEqual(allow)
    expect(() => questions.answer('q1', { kind: 'deny', remember: 'once', pattern: null })).toThrow(/already answered/)
    expect(questions.list()).toEqual([])
    expect(events.map(({ type }) => type)).toEqual(['question.asked', 'question.settled'])
  })

  it.each<[string, QuestionBody, Parameters<Questions['answer']>[1], RegExp | null]>([
    ['a form, by an allowance', form, allow, /`submit`/],
    ['an approval, by a form', approval, { kind: 'submit', content: {} }, /`allow`/],
    ['an approval, by cancelling', approval, { kind: 'cancel' }, /`allow`/],
    ['a form without a required field', form, { kind: 'submit', content: {} }, /`name` is missing/],
    ['a form without content', form, { kind: 'submit', content: null }, /must be an object/],
    ['a form', form, { kind: 'submit', content: { name: 'x' } }, null],
    ['a form that is declined', form, { kind: 'decline' }, null],
    ['a link', { kind: 'link', server: 's', message: '', url: 'https://a.b' }, { kind: 'submit', content: null }, null],
  ])('%s: an answer of the wrong kind leaves the question open', async (_title, body, given, fault) => {
    const { questions, ask } = bench()
    const answer = ask({ body })
    if (fault === null) {
      questions.answer('q1', given)
      expect(await answer).toEqual(given)
      return
    }
    expect(() => questions.answer('q1', given)).toThrow(fault)
    expect(questions.list()).toHaveLength(1)
    questions.close()
    await expect(answer).rejects.toMatchObject(refused)
  })

  it('expire when their time is over, and not before', async () => {
    const { questions, ask, clock } = bench()
    const answer = ask({}, { timeoutMs: 1000 })
    expect(questions.list()[0]?.expiresAt).toBe(clock.now() + 1000)
    clock.advance(999)
    expect(questions.list()).toHaveLength(1)
    clock.advance(1)
    await expect(answer).rejects.toMatchObject({ ...refused, message: expect.stringContaining('within 1 s') })
    expect(clock.waiting).toBe(0)
  })

  it('are withdrawn when the asker gives up', async () => {
    const { questions, ask } = bench()
    const controller = new AbortController()
    const answer = ask({}, { signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
    expect(questions.list()).toEqual([])
    await expect(ask({}, { signal: controller.signal })).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
  })

  it('are refused when the engine closes, whether they are waiting or come later', async () => {
    const { questions, ask } = bench()
    const answer = ask()
    questions.close()
    await expect(answer).rejects.toMatchObject(refused)
    await expect(ask()).rejects.toMatchObject(refused)
  })

  it('are limited in total and per caller, so that a flood from one client does not silence the others', async () => {
    const { questions, ask } = bench()
    const made = Array.from({ length: 50 }, () => ask({ callerKey: 'flood' }))
    await expect(ask({ callerKey: 'flood' })).rejects.toMatchObject(refused)
    made.push(...Array.from({ length: 150 }, (_, index) => ask({ callerKey: `c${index}` })))
    await expect(ask({ callerKey: 'late' })).rejects.toMatchObject(refused)
    expect(questions.list()).toHaveLength(200)
    questions.close()
    expect((await Promise.allSettled(made)).every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('that need an attending reader are refused at once if there is none', async () => {
    const { questions, ask, read } = bench()
    await expect(ask({}, { onlyIfAttended: true })).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/Switchboard is not open in the app/) as string,
    })
    const page = read()
    expect(questions.attended).toBe(false)
    expect(await page.next()).toEqual([{ type: 'open', questions: [] }])
    expect(questions.attended).toBe(true)
    const answer = ask({}, { onlyIfAttended: true })
    questions.answer('q1', allow)
    expect(await answer).toEqual(allow)
    page.leave()
    expect(questions.attended).toBe(false)
  })

  it('are reported to readers: first the open ones, then each change', async () => {
    const { questions, ask, read, clock } = bench()
    const answers = [ask(), ask()]
    const page = read()
    expect(await page.next()).toMatchObject([{ type: 'open', questions: [{ id: 'q1' }, { id: 'q2' }] }])
    questions.answer('q1', allow)
    answers.push(ask())
    await answers[0]
    clock.advance(16)
    expect(await page.next()).toMatchObject([
      { type: 'asked', question: { id: 'q3' } },
      { type: 'settled', id: 'q1' },
    ])
    const last = page.next()
    questions.close()
    expect(await last).toBeUndefined()
    await Promise.allSettled(answers)
  })

  it('a reader that stops reading no longer attends', async () => {
    const { questions, read } = bench()
    const page = read()
    await page.next()
    await page.reader.return(undefined)
    expect(questions.attended).toBe(false)
  })
})
