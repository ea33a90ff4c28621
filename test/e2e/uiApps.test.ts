/** Pages of servers (MCP Apps), in a real window: the well-behaved page works, and the hostile one reaches nothing. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, messageBox, newConversation, send, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { openHosts, type OpenedApp } from '#test/e2e/openApp'
import { addServer, chooseTheme, goTo } from '#test/e2e/pageActions'
import { startTestWeb } from '#test/support/testWeb'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

/** Records every connection, over any protocol. */
async function startEvil() {
  const heard: string[] = []
  const server = createServer((socket) => {
    heard.push('connected')
    socket.on('data', (data) => heard.push(data.toString().split('\r\n')[0] ?? ''))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const web = await startTestWeb(['api.example.com', 'other.example.com'])
afterAll(() => web?.close())
const hosts = web === null ? [] : await openHosts(web.switches)

const heard = () => web?.heard ?? []
const apps = (page: Page) => page.locator('[data-app="shown"]')

async function pageOf(page: Page): Promise<Frame> {
  const element = await apps(page).last().locator('iframe').elementHandle()
  const frame = await element?.contentFrame()
  if (frame === null || frame === undefined) throw new Error('there is no frame')
  return frame
}

async function show(page: Page, name: string, inBrowser: boolean): Promise<void> {
  await newConversation(page)
  await send(page, `show_${name}`)
  await page.getByRole('button', { name: 'Allow once' }).first().click()
  await answered(page, 'It is shown.')
  // In a browser the user is asked first, because a page has ways to the network there that the desktop app closes.
  if (inBrowser) await page.getByRole('button', { name: 'Show pages of pages' }).click()
}

/** Resolves with the response that a page gets from this address, as text. */
const fetched = (frame: Frame, address: string): Promise<string> =>
  frame.evaluate(
    `fetch(${JSON.stringify(address)}).then((answer) => answer.text(), (error) => 'refused: ' + error.message)`,
  )

const pictureFrom = (address: string) => `new Promise((resolve) => {
  const picture = new Image()
  picture.onload = () => resolve('loaded')
  picture.onerror = () => resolve('refused')
  picture.src = ${JSON.stringify(address)}
})`

describe.each(hosts)('in %s', (host, opener) => {
  const inBrowser = host === 'a browser'
  /**
   * Returns what the hostile page managed to send to its own server. In a browser, only requests count, because a
   * browser opens some connections in advance, and a nested frame opens empty ones.
   */
  const sentToEvil = () => (inBrowser ? evil.heard.filter((line) => /^[A-Z]+ \//.test(line)) : evil.heard)
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel
  let evil: Awaited<ReturnType<typeof startEvil>>

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    evil = await startEvil()
    model = await startChatModel(({ text, results }) =>
      results.length > 0 ? { text: 'It is shown.' } : { text: 'Look.', uses: [{ name: text, input: { start: 41 } }] },
    )
    app = await opener.open(folder.path)
    const { page } = app
    await goTo(page, 'Servers')
    await addServer(page, 'Pages', [process.execPath, serverFile('uiApp'), '--evil', evil.url])
    await addServer(page, 'Echo', [process.execPath, serverFile('echo')])
    await goTo(page, 'Chat')
    await useOwnEndpoint(page, model.url)
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await evil?.close()
    await folder.remove()
  })

  test('[R32] a page receives its tool’s arguments and result, and the theme of the window', async () => {
    const { page } = app
    await chooseTheme(page, 'Dark')
    await show(page, 'counter', inBrowser)
    const frame = await pageOf(page)
    await frame.getByText('Count: 41').waitFor()
    expect(await frame.locator('#input').innerText()).toBe('{"start":41}')
    expect(await frame.locator('#theme').innerText()).toBe('dark')
    await chooseTheme(page, 'Light')
    await expect.poll(() => frame.locator('#theme').innerText()).toBe('light')
    expect(model.asked.at(-1)?.tools.filter((name) => name.includes('bump'))).toEqual([])
  })

  test('[R32] a page gets at most 640 pixels of height, however many it asks for', async () => {
    const height = await apps(app.page)
      .last()
      .locator('iframe')
      .evaluate((frame) => frame.getBoundingClientRect().height)
    expect(height).toBe(640)
  })

  test('[R32] a page calls a tool of its own server with the user’s permission, like every call', async () => {
    const { page } = app
    const frame = await pageOf(page)
    await frame.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('button', { name: 'Deny', exact: true }).first().click()
    await frame.getByText('Refused').waitFor()
    await frame.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('button', { name: 'Allow once' }).first().click()
    await expect.poll(() => frame.locator('#count').innerText()).toBe('Count: 42')
  })

  test('[R32] a link needs confirmation, and text goes into the message box and no further', async () => {
    const { page } = app
    const frame = await pageOf(page)
    await frame.getByRole('button', { name: 'Read more' }).click()
    const guard = page.getByRole('dialog', { name: /example\.com/ })
    expect(await guard.locator('[data-address]').innerText()).toBe('https://example.com/more')
    await guard.getByRole('button', { name: 'Stay' }).click()
    const before = model.asked.length
    await frame.getByRole('button', { name: 'Say it' }).click()
    await expect.poll(() => messageBox(page).inputValue()).toBe('a word of the page⟨202E⟩')
    expect(model.asked).toHaveLength(before)
    await messageBox(page).fill('')
  })

  test('[R32] a hostile page reaches nothing: no network, no window, no storage, no other server', async () => {
    const { page } = app
    const address = page.url()
    await show(page, 'hostile', inBrowser)
    const frame = await pageOf(page)
    await expect.poll(() => frame.locator('#found').innerText(), { timeout: 60_000 }).toContain('draftUnasked')
    const found = JSON.parse(await frame.locator('#found').innerText()) as Record<string, { got?: string }>
    expect(Object.entries(found).filter(([, { got }]) => got !== undefined)).toEqual([])
    expect(Object.keys(found).length).toBeGreaterThan(30)
    expect(await page.evaluate(`'hacked' in window`)).toBe(false)
    expect(page.url().replace(/chat.*/, '')).toBe(address.replace(/chat.*/, ''))
    expect(await messageBox(page).inputValue()).toBe('')
    expect(sentToEvil()).toEqual([])
  })

  test('[R32] a page that navigates away, even to its own document with other rights, is ended', async () => {
    const { page } = app
    const frame = await pageOf(page)
    await frame.evaluate(`void setTimeout(() => (location.href = '${evil.url}/self?stolen'))`)
    await show(page, 'hostile', inBrowser)
    const other = await pageOf(page)
    // A timer set in the initial empty document is lost with that document.
    await other.locator('#found').waitFor({ state: 'attached' })
    await other.evaluate(`void setTimeout(() => (location.search = '?connect=https%3A%2F%2Fevil.example.com'))`)
    await page.getByText('The page tried to navigate away and was closed.').waitFor()
    expect(await apps(page).last().locator('iframe').count()).toBe(0)
    expect(sentToEvil()).toEqual([])
  })

  test('[R32] a page that sends too much is ended, and the window keeps working', async () => {
    const { page } = app
    await show(page, 'flood', inBrowser)
    await page.getByText('The page sent too many messages and was closed.').waitFor()
    await messageBox(page).fill('still here')
    expect(await messageBox(page).inputValue()).toBe('still here')
    await messageBox(page).fill('')
  })

  test('[R32] a page that wants web addresses is shown only after the user saw them, and only https is offered', async () => {
    const { page } = app
    const before = heard().length
    await show(page, 'networked', inBrowser)
    const asked = page.getByRole('group', { name: 'Addresses this page requests' })
    await asked.waitFor()
    expect(await asked.getByRole('listitem').allInnerTexts()).toEqual(['https://api.example.com'])
    expect(await apps(page).last().locator('iframe').count()).toBe(0)
    await asked.getByRole('button', { name: 'Show without network access' }).click()
    const frame = await pageOf(page)
    await frame.getByText('Count: 41').waitFor()
    expect(frame.url()).not.toContain('example.com')
    expect(await fetched(frame, 'https://api.example.com/data')).toMatch(/^refused/)
    expect(heard()).toHaveLength(before)
  })

  test('[R32] a page that was allowed addresses reaches exactly those, from an opaque origin', async () => {
    const { page } = app
    const before = heard().length
    await show(page, 'networked', inBrowser)
    await page.getByRole('button', { name: 'Allow addresses' }).click()
    const frame = await pageOf(page)
    await frame.getByText('Count: 41').waitFor()
    for (const path of ['/data', '/again'])
      expect(await fetched(frame, `https://api.example.com${path}`)).toBe('api.example.com says hello')
    const answers = [
      await fetched(frame, 'https://other.example.com/'),
      await fetched(frame, 'https://api.example.com/to?https://other.example.com/led'),
      await fetched(frame, 'https://api.example.com:8443/'),
      await fetched(frame, `${evil.url}/fetch`),
      await fetched(frame, `${app.origin}/healthz`),
      await frame.evaluate(pictureFrom('https://api.example.com/picture')),
    ]
    expect(answers.filter((answer) => !String(answer).startsWith('refused'))).toEqual([])
    expect(
      heard()
        .slice(before)
        .map((one) => one.host + one.path),
    ).toEqual(['api.example.com/data', 'api.example.com/again', 'api.example.com/to'])
    expect(heard().filter(({ cookie }) => cookie !== null)).toEqual([])
    expect(sentToEvil()).toEqual([])
  })

  test('[R32] permissions of one page do not apply to another page, nor to the same one in another conversation', async () => {
    const { page } = app
    const before = heard().length
    await send(page, 'show_counter')
    await page.getByRole('button', { name: 'Allow once' }).first().click()
    await expect.poll(() => apps(page).count()).toBe(2)
    const other = await pageOf(page)
    await other.getByText('Count: 41').waitFor()
    expect(await fetched(other, 'https://api.example.com/data')).toMatch(/^refused/)
    await show(page, 'networked', inBrowser)
    await page.getByRole('group', { name: 'Addresses this page requests' }).waitFor()
    expect(heard()).toHaveLength(before)
  })

  test('[R32] a page scrolled out of sight is unloaded', async () => {
    const { page } = app
    await newConversation(page)
    expect(page.frames()).toHaveLength(1)
  })
})
