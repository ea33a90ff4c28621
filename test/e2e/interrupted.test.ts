/**
 * A turn whose engine has died: the user decides about each interrupted call, by keyboard alone. The tests build on
 * each other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, messageBox, newConversation, send, thread, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { addServer, chooseTheme, reload, seriousFindings } from '#test/e2e/pageActions'
import { deferred } from '#test/support/deferred'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const echoServer = [process.execPath, serverFile('echo')]
const opener = await openBrowser()
afterAll(() => opener?.close())

describe.runIf(opener !== null)('in a browser', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel

  /** Sends a message in the open conversation, and kills the engine while the first call is running. */
  const interrupt = async (text: string) => {
    const { page } = app
    await send(page, text)
    const slow = page.getByRole('region', { name: 'Call of slow' })
    await slow.getByRole('button', { name: 'Allow once' }).click()
    await slow.and(page.locator('[data-status="running"]')).waitFor()
    await app.close()
    if (opener !== null) app = await opener.open(folder.path)
  }

  beforeAll(async () => {
    if (opener === null) return
    folder = await makeTemporaryFolder()
    const uses = [
      { name: 'slow', input: { ms: 60_000 } },
      { name: 'echo', input: { text: 'never wanted' } },
      { name: 'echo', input: { text: 'wanted' } },
    ]
    model = await startChatModel(({ results }) =>
      results.length > 0 ? { text: `The tools said ${results.join()}` } : { text: 'I call them.', uses },
    )
    app = await opener.open(folder.path)
    const { page } = app
    await addServer(page, 'Echo', echoServer)
    await page.getByRole('link', { name: 'Chat' }).click()
    await useOwnEndpoint(page, model.url)
    await newConversation(page)
    await interrupt('call them')
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await folder?.remove()
  })

  test('[R32] a conversation opened while the page creates an empty one stays open', async () => {
    const { page } = app
    const [clicked, made] = [deferred(), deferred()]
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer()
      let creating = ''
      socket.onMessage((message) => {
        const { i, p } = JSON.parse(message.toString()) as { i: string; p?: { u?: string } }
        const isCreating = p?.u === '/chat/create'
        if (isCreating) creating = i
        void (isCreating ? clicked.promise : Promise.resolve()).then(() => server.send(message))
      })
      server.onMessage((message) => {
        socket.send(message)
        if (creating !== '' && message.toString().startsWith(`{"i":"${creating}"`)) made.resolve()
      })
    })
    await page.route(/ConversationView/, (route) => made.promise.then(() => route.continue()))
    await reload(page)
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByRole('link', { name: 'call them' }).click()
    clicked.resolve()
    await thread(page).waitFor()
    expect(await page.getByRole('heading', { name: 'call them' }).count()).toBe(1)
  })

  test('[R32] a new conversation opens even if another one has not been drawn yet', async () => {
    const { page } = app
    await page.getByRole('link', { name: 'Servers' }).click()
    const [asked, pressed] = [deferred(), deferred()]
    await page.route(/ConversationView/, (route) => {
      asked.resolve()
      return pressed.promise.then(() => route.continue())
    })
    await reload(page)
    await page.getByRole('link', { name: 'Chat' }).click()
    await asked.promise
    await page.getByRole('button', { name: 'New conversation', exact: true }).click()
    pressed.resolve()
    await page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
    expect(await page.getByRole('status', { name: 'Opening conversation' }).count()).toBe(0)
  })

  test('[R32] typing elsewhere while a conversation is drawn keeps the focus there', async () => {
    const { page } = app
    await page.getByRole('link', { name: 'Servers' }).click()
    const written = deferred()
    await page.route(/ConversationView/, (route) => written.promise.then(() => route.continue()))
    await reload(page)
    await page.getByRole('link', { name: 'Chat' }).click()
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    await search.pressSequentially('cal')
    written.resolve()
    await messageBox(page).waitFor()
    await page.keyboard.type('l')
    expect([await search.inputValue(), await messageBox(page).inputValue()]).toEqual(['call', ''])
    await page.getByRole('link', { name: 'call them' }).click()
    await thread(page).waitFor()
    await page.keyboard.type('yes')
    expect(await messageBox(page).inputValue()).toBe('yes')
    await messageBox(page).fill('')
    await search.fill('')
  })

  test('[R23] calls that may have been carried out are distinguished from calls that were never made', async () => {
    const { page } = app
    await page.getByText('Interrupted: the engine stopped during this turn').waitFor()
    const left = page.locator('[data-left]')
    expect(await left.count()).toBe(3)
    expect(await left.nth(0).innerText()).toContain('may have run')
    expect(await left.nth(0).getByRole('radio').count()).toBe(3)
    expect(await left.nth(1).innerText()).toContain('was not sent yet')
    expect(await left.nth(1).getByRole('radio').count()).toBe(2)
  })

  test.each(['Light', 'Dark'] as const)('%s: axe finds nothing serious in the choices', async (theme) => {
    await chooseTheme(app.page, theme)
    expect(await seriousFindings(app.page)).toEqual([])
  })

  test('[R23] by keyboard alone two calls are skipped, so that they count as ended; the third is asked about, and the model is told', async () => {
    const { page } = app
    const left = page.locator('[data-left]')
    await left.nth(0).getByRole('radio', { name: 'Leave it' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Continue and run it again' }).waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await left.nth(0).getByRole('radio', { name: 'Skip' }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await left.nth(1).getByRole('radio', { name: 'Skip' }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await left.first().waitFor({ state: 'detached' })
    const calls = page.locator('[data-call]')
    await calls.nth(2).getByRole('button', { name: 'Allow once' }).click()
    await answered(page, 'The tools said')
    expect(await calls.evaluateAll((all) => all.map((one) => one.getAttribute('data-status')))).toEqual([
      'skipped',
      'skipped',
      'succeeded',
    ])
    const [slow = '', never = '', wanted = ''] = model.asked.at(-1)?.results ?? []
    expect(slow).toContain('The person skipped this call: it is not made again.')
    expect(never).toContain('The person skipped this call. It was not made.')
    expect(wanted).toContain('wanted')
    expect(await thread(page).getByText('Skipped', { exact: true }).count()).toBe(2)
    expect(app.complaints).toEqual([])
  })

  test('[R23] writing a message instead of continuing works: no call is made, and the model is told of each', async () => {
    await app.page.getByRole('link', { name: 'Chat' }).click()
    await app.page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
    await interrupt('once more')
    const { page } = app
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByRole('link', { name: 'once more' }).click()
    await page.getByText('You can also write a message below. Then no call is sent again').waitFor()
    await send(page, 'never mind')
    await answered(page, 'The tools said')
    expect(await page.locator('[data-left]').count()).toBe(0)
    const statuses = page.locator('[data-call]').evaluateAll((all) => all.map((one) => one.getAttribute('data-status')))
    expect(await statuses).toEqual(['interrupted', 'cancelled', 'cancelled'])
    const { text, results: [slow, ...unmade] = [] } = model.asked.at(-1) ?? {}
    expect(text).toBe('never mind')
    expect(slow).toContain('The outcome of this call is unknown')
    expect(unmade).toEqual([1, 2].map(() => expect.stringContaining('The call was not made.') as string))
    expect(await messageBox(page).inputValue()).toBe('')
    expect(app.complaints).toEqual([])
  })
})
