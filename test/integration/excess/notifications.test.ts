import { describe, expect, it } from 'vitest'
import { answered } from '#test/integration/badInput/besideEcho'
import { besideExcess, wires } from '#test/integration/excess/besideExcess'

const many = 50_000
/** Every notification that a server may send, with the number that its caller gets within the first minute. */
const methods = [
  ['notifications/progress', 600],
  ['notifications/message', 6_000],
  ['notifications/vendor/own', 6_000],
  ['notifications/cancelled', 0],
  ['notifications/tools/list_changed', 0],
  ['notifications/prompts/list_changed', 0],
  ['notifications/resources/list_changed', 0],
  ['notifications/resources/updated', 0],
  ['notifications/elicitation/complete', 0],
  ['notifications/subscriptions/acknowledged', 0],
] as const

describe.each(wires)('over %s, a server’s notifications are passed on within limits', (wire) => {
  it.each(methods)('[R17] %s', async (of, atOnce) => {
    const besides = await besideExcess(wire, { name: 'says', size: many, of }, { budgets: { 4_000: 100 } })
    let told = 0
    const call = besides.call('bad', {}, { onNotification: () => (told += 1) })
    await besides.neighbourAnswers()
    expect({ result: await call }).toEqual(answered('after all'))
    expect(told).toBeGreaterThanOrEqual(atOnce)
    // The minutes that the test takes add only a few notifications.
    expect(told).toBeLessThanOrEqual(3 * atOnce)
    if (atOnce === 6_000)
      await expect
        .poll(() => besides.logged(), { timeout: 10_000 })
        .toContainEqual(expect.stringContaining('were dropped'))
    // The engine reads the server's lists again, but not once per notification.
    const lists = (await besides.call('lists')) as { content: [{ text: string }] }
    expect(Number(lists.content[0].text)).toBeLessThanOrEqual(35)
    await besides.neighbourAnswers()
  })
})
