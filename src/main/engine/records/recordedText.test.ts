import { expect, test, vi } from 'vitest'
import { recordedText, redactInSteps, shortJson, shortText } from '#engine/records/recordedText'
import { createRedactor } from '#engine/secrets/redaction'

const secret = 'correct horse battery staple'
const redactor = createRedactor()
redactor.add(secret)
const pause = () => Promise.resolve()
const rules = { redact: (text: string) => redactor.redact(text), pause, headBytes: 1_000, wholeBytes: 2_000_000 }

test('[R23] a secret is found anywhere in a long text, even across the border of two steps', async () => {
  const step = 128 * 1024
  for (const at of [0, step - 1, step - 14, step, step + 5, 2 * step - secret.length, 600_000]) {
    const text = `${'a'.repeat(at)}${secret}${'b'.repeat(700_000 - at)}`
    expect(await redactInSteps(text, rules)).toBe(`${'a'.repeat(at)}[redacted]${'b'.repeat(700_000 - at)}`)
  }
})

test('a text that consists only of secrets is redacted the same in steps as in one step', async () => {
  const text = secret.repeat(20_000)
  expect(await redactInSteps(text, rules)).toBe(redactor.redact(text))
})

test('redacting a long text lets other work run in between', async () => {
  const paused = vi.fn(pause)
  await redactInSteps('x'.repeat(1_000_000), { redact: rules.redact, pause: paused })
  expect(paused.mock.calls.length).toBeGreaterThan(2)
})

test('the head is cut, the full text is kept up to its own limit, and the size is that of the full text', async () => {
  const value = { text: 'x'.repeat(5_000) }
  const json = JSON.stringify(value)
  expect(await recordedText(value, rules)).toEqual({ head: json.slice(0, 1_000), bytes: json.length, whole: json })
  expect(await recordedText({ a: 1 }, rules)).toEqual({ head: '{"a":1}', bytes: 7, whole: null })
  const kept = await recordedText(value, { ...rules, wholeBytes: 4_000 })
  expect(kept.whole).toBeNull()
})

test('a short text is recorded the same in one step as in several, and a long text always takes several', async () => {
  for (const value of [{ a: secret }, 'é'.repeat(400), 'nul\0 \ud800'])
    expect(shortText(shortJson(value) ?? '', rules)).toEqual(await recordedText(value, rules))
  for (const value of [undefined, { n: 1n }, 'x'.repeat(50_000)]) expect(shortJson(value)).toBeNull()
})

test('a value far too long to be serialised is cut first', async () => {
  const result = { content: [{ type: 'text', text: 'x'.repeat(3_000_000) }] }
  const stringify = vi.spyOn(JSON, 'stringify')
  const { head, whole } = await recordedText(result, { ...rules, wholeBytes: 10_000 })
  expect(stringify.mock.results.every(({ value }) => String(value).length < 20_000)).toBe(true)
  stringify.mockRestore()
  expect(head).toHaveLength(1_000)
  expect(whole).toBeNull()
})

test('a value that JSON cannot represent is recorded with the reason, and does not stop the batch', async () => {
  const { head } = await recordedText({ n: 1n }, rules)
  expect(head).toContain('cannot be written as JSON')
  expect((await recordedText(undefined, rules)).head).toBe('null')
})

test('text that a database would refuse is escaped', async () => {
  expect((await recordedText({ a: 'nul\0 \ud800' }, rules)).head).toBe(String.raw`{"a":"nul\u0000 \ud800"}`)
})
