/**
 * Texts and pages of a hostile model and a hostile server in the chat, in both hosts. The tests of a host build on each
 * other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi } from '#test/e2e/askedClient'
import { answered, messageBox, newConversation, send, thread, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { hostileText } from '#test/e2e/chatTexts'
import { attacks } from '#test/e2e/hostileServer'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const hosts = await openHosts()

/**
 * Texts that keep an unlimited Markdown parser busy for minutes. Together they are still short enough to be parsed,
 * because a longer text would be shown unparsed.
 */
const floods = [`${'a.'.repeat(90_000)}@`, '_a_b'.repeat(20_000), '* '.repeat(40_000), 'The end of the flood.']

/** Elements that hostile text could have become. The app's own pictures are `svg`, without scripts or addresses. */
const alive = 'iframe, script, style, a, object, embed, form, base, meta, link, [srcdoc], [href], [onerror], [onload]'

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel
  const expectInert = async () => {
    const { page, complaints } = app
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await thread(page).locator(alive).count()).toBe(0)
    expect(await thread(page).locator('img:not([src^="data:image/"]):not([src^="blob:"])').count()).toBe(0)
    expect(await thread(page).innerText()).not.toMatch(/[\u202a-\u202e\u200b]/)
    expect(await app.left()).toEqual([])
    expect(complaints).toEqual([])
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    model = await startChatModel(({ text, results }) => {
      if (text === 'flood') return { text: floods.join('\n\n') }
      if (results.length > 0) return { thinking: hostileText, text: hostileText }
      if (text.startsWith('call'))
        return { uses: [{ name: text.slice('call '.length), input: { [attacks]: attacks } }] }
      return { thinking: hostileText, text: hostileText, piece: 7 }
    })
    app = await opener.open(folder.path)
    const file = `${import.meta.dirname}/hostileServer.ts`
    await callApi(app.origin, app.token, 'POST', '/servers', {
      name: attacks.slice(0, 60),
      launch: { transport: 'stdio', command: process.execPath, args: [file] },
    })
    await app.page.locator('[data-server] [data-status="Ready"]').waitFor()
    await app.page.getByRole('link', { name: 'Chat' }).click()
    await useOwnEndpoint(app.page, model.url)
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await folder.remove()
  })

  test('[R32] words from a model or a person stay text, even while they are streamed and in thinking', async () => {
    const { page } = app
    await send(page, hostileText)
    await answered(page, 'The end of it.')
    await page.getByRole('button', { name: /^Thought/ }).click()
    await thread(page).getByText('onerror="window.hacked').first().waitFor()
    await expectInert()
    const links = thread(page).getByRole('link', { name: /^(js|data|file|x|click|leave)/ })
    expect(await links.count()).toBe(0)
  })

  test.each(['words', 'pictures'])('[R32] arguments and result of the tool %s stay text', async (name) => {
    const { page } = app
    await newConversation(page)
    await send(page, `call ${name}`)
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
    await answered(page, 'The end of it.')
    const card = page.locator('[data-call]')
    await card.getByRole('button').first().click()
    expect(await card.locator('[data-arguments]').innerText()).toContain('window.hacked')
    await expectInert()
    await card.getByRole('button', { name: 'Full result and record' }).click()
    const record = page.getByRole('dialog')
    await record.getByText('Answered').waitFor()
    expect(await record.locator('iframe, script, style, object, embed, [srcdoc], [onerror], [onload]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
    await expectInert()
  })

  test('[R32] text made to keep the page busy is shown, and the page keeps working', async () => {
    const { page } = app
    await newConversation(page)
    await send(page, 'flood')
    await answered(page, 'The end of the flood.')
    await send(page, hostileText)
    await answered(page, 'The end of it.')
    expect(await thread(page).innerText()).toContain('a.a.a.')
    await expectInert()
  })

  test('[R32] a link shows where it leads before it is opened, and cancelling stays in the app', async () => {
    const { page } = app
    await thread(page).getByRole('link', { name: 'your bank' }).last().click()
    const dialog = page.getByRole('dialog', { name: 'Leave Switchboard for evil.example.invalid?' })
    expect(await dialog.locator('[data-address]').innerText()).toContain('evil.example.invalid/login')
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await dialog.waitFor({ state: 'detached' })
    await messageBox(page).focus()
    expect(await app.left()).toEqual([])
  })

  test('[R32] a confirmed link opens in its own window', async () => {
    const { page } = app
    const before = page.url()
    await thread(page).getByRole('link', { name: 'your bank' }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
    await expect.poll(() => app.left()).toEqual(['https://bank.example.invalid@evil.example.invalid/login'])
    expect(page.url()).toBe(before)
  })
})
