/** Reading while an answer is written: the visible part stays where the reader wants it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newConversation, send, thread, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const opener = await openBrowser()
afterAll(() => opener?.close())

const sentence = 'The page draws only what is new in it, and what was there before stays as it was. '
const answer = `${Array.from({ length: 60 }, (_, index) => `Part ${index}. ${sentence.repeat(4)}`).join('\n\n')}\n\nThe end.`

interface Seen {
  readonly frames: number
  /** The number of pixels by which an answer covered the content below it, in the worst frame. */
  readonly covered: number
  /** The number of pixels by which the end was out of sight, in the worst frame. */
  readonly beyond: number
}

/** Checks every frame after it is painted, before the page does anything else. */
const watch = `
  window.seen = { frames: 0, covered: 0, beyond: 0 }
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const region = document.querySelector('section[aria-label="Messages"]')
    const line = region?.querySelector('[data-run]')
    const last = [...(region?.querySelectorAll('[data-index]') ?? [])].at(-1)
    if (line == null || last === undefined) return
    const covered = last.getBoundingClientRect().bottom - line.getBoundingClientRect().top
    const beyond = region.scrollHeight - region.clientHeight - region.scrollTop
    const { seen } = window
    window.seen = { frames: seen.frames + 1, covered: Math.max(seen.covered, covered), beyond: Math.max(seen.beyond, beyond) }
  }
  const look = () => {
    port2.postMessage(null)
    requestAnimationFrame(look)
  }
  look()`

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel

  beforeAll(async () => {
    if (opener === null) return
    folder = await makeTemporaryFolder()
    model = await startChatModel(({ text }) =>
      text === 'think' ? { thinking: 'Only a thought.', text: 'Said.' } : { text: answer, piece: 60, pauseMs: 5 },
    )
    app = await opener.open(folder.path)
    await app.page.getByRole('link', { name: 'Chat' }).click()
    await useOwnEndpoint(app.page, model.url)
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await folder?.remove()
  })

  const idle = () => app.page.locator('[data-run-kind="idle"]').waitFor()
  const part = (number: number) => thread(app.page).getByText(`Part ${number}.`)
  const topOf = async (number: number) => (await part(number).boundingBox())?.y
  const beyond = () =>
    thread(app.page).evaluate((region) => region.scrollHeight - region.clientHeight - region.scrollTop)

  test('[R32] a growing answer never covers what is below it, and its end is visible in every frame', async () => {
    const { page } = app
    await page.evaluate(watch)
    await send(page, 'go')
    await part(50).waitFor()
    const seen = await page.evaluate<Seen>('window.seen')
    expect(seen.frames).toBeGreaterThan(10)
    expect(seen.covered).toBeLessThanOrEqual(0)
    expect(seen.beyond).toBeLessThan(1)
    await idle()
  })

  test('[R32] a user who scrolled up can keep reading, even with the pointer over the button that leads back down', async () => {
    const { page } = app
    await newConversation(page)
    await send(page, 'go')
    await part(20).waitFor()
    await thread(page).hover()
    await page.mouse.wheel(0, -1200)
    const back = page.getByRole('button', { name: 'Jump to newest' })
    await back.hover()
    const scrolled = () => thread(page).evaluate((region) => region.scrollTop)
    const before = await scrolled()
    await page.mouse.wheel(0, -300)
    await expect.poll(scrolled).toBe(before - 300)
    const top = await topOf(10)
    await idle()
    expect(top).toBeDefined()
    expect(await topOf(10)).toBe(top)
  })

  test('[R32] the End key scrolls to the end, which stays visible in a smaller window', async () => {
    const { page } = app
    await thread(page).press('End')
    await expect.poll(beyond).toBeLessThan(1)
    await thread(page).getByText('The end.').waitFor()
    await page.setViewportSize({ width: 900, height: 600 })
    await expect.poll(beyond).toBeLessThan(1)
  })

  test('[R32] the button to the end is hidden while the end is visible, even after something was unfolded', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1280, height: 800 })
    await newConversation(page)
    await send(page, 'think')
    await idle()
    const thought = thread(page).getByRole('button', { name: /^Thought/ })
    await thought.click()
    await thread(page).getByText('Only a thought.').waitFor()
    expect(await beyond()).toBeLessThan(1)
    expect(await page.getByRole('button', { name: 'Jump to newest' }).count()).toBe(0)
    expect(app.complaints).toEqual([])
  })
})
