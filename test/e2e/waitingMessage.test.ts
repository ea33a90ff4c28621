/**
 * A message that is written by keys while the model is answering: it is shown, can be edited and dropped, and is sent
 * when the turn ends. The tests build on each other.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, messageBox, newConversation, send, thread, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { seriousFindings } from '#test/e2e/pageActions'
import { deferred } from '#test/support/deferred'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const opener = await openBrowser()
afterAll(() => opener?.close())

const waiting = (page: Page): Locator => page.getByRole('region', { name: 'Waiting message' })

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel
  let end = deferred()

  /** Sends a message. The answer continues until the test resolves `end`. */
  const beginTurn = async (text: string) => {
    end = deferred()
    await send(app.page, text)
    await app.page.locator('[data-run-kind="streaming"]').waitFor()
  }

  beforeAll(async () => {
    if (opener === null) return
    folder = await makeTemporaryFolder()
    model = await startChatModel(({ text }) => ({
      text: `Answer to ${text}`,
      ...(text.startsWith('long') && { after: end.promise }),
    }))
    app = await opener.open(folder.path)
    await app.page.getByRole('link', { name: 'Chat' }).click()
    await useOwnEndpoint(app.page, model.url)
    await newConversation(app.page)
  })
  afterAll(async () => {
    end.resolve()
    await app?.close()
    await model?.close()
    await folder?.remove()
  })

  test('[R32] Enter during an answer keeps the message, and sends it when the turn has ended', async () => {
    const { page } = app
    await beginTurn('long one')
    await send(page, 'and this?')
    await waiting(page).getByText('Will be sent when this turn ends').waitFor()
    expect(await messageBox(page).inputValue()).toBe('')
    expect(await seriousFindings(page)).toEqual([])
    end.resolve()
    await answered(page, 'Answer to and this?')
    expect(await waiting(page).count()).toBe(0)
  })

  test('[R32] the arrow up takes a waiting message back into the empty box, to be edited', async () => {
    const { page } = app
    await beginTurn('long two')
    await send(page, 'wrogn')
    await waiting(page).waitFor()
    await messageBox(page).press('ArrowUp')
    await waiting(page).waitFor({ state: 'detached' })
    expect(await messageBox(page).inputValue()).toBe('wrogn')
    await send(page, 'right')
    await waiting(page).getByText('right').waitFor()
    end.resolve()
    await answered(page, 'Answer to right')
    expect(await thread(page).getByText('wrogn').count()).toBe(0)
  })

  test('[R32] a deleted waiting message can be restored, and the focus stays in the message box', async () => {
    const { page } = app
    await beginTurn('long three')
    await send(page, 'maybe')
    await waiting(page).getByRole('button', { name: 'Delete message' }).press('Enter')
    await waiting(page).waitFor({ state: 'detached' })
    expect(await page.locator('[aria-label="Message"]:focus').count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await waiting(page).getByText('maybe').waitFor()
    end.resolve()
    await answered(page, 'Answer to maybe')
  })

  test('[R32] after Escape a waiting message stays, says that it was not sent, and is sent by a button', async () => {
    const { page } = app
    await beginTurn('long four')
    await send(page, 'now then')
    await waiting(page).waitFor()
    await messageBox(page).press('Escape')
    await waiting(page).getByText('Not sent: the turn did not finish').waitFor()
    await waiting(page).getByRole('button', { name: 'Send' }).press('Enter')
    await answered(page, 'Answer to now then')
    expect(await page.locator('[aria-label="Message"]:focus').count()).toBe(1)
  })
})
