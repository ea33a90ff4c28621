/** Focus, keys and Back, on every page: input goes where the user looks, whatever disappears meanwhile. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messageBox, newConversation, send } from '#test/e2e/chatActions'
import { openBrowser } from '#test/e2e/openApp'
import { addresses } from '#test/e2e/addresses'
import { goBack, goTo, reload, toolRow } from '#test/e2e/pageActions'
import { openQuestionScene, type QuestionScene } from '#test/e2e/questionScene'
import { type Means, walkPage } from '#test/e2e/walkPage'
import { deferred } from '#test/support/deferred'

const opener = await openBrowser()
afterAll(() => opener?.close())

const focusIn = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')
const addressOf = (page: Page) => page.evaluate<string>('window.location.hash.slice(1)')

describe.runIf(opener !== null)('a browser', () => {
  let scene: QuestionScene

  beforeAll(async () => {
    scene = await openQuestionScene(opener!)
  })
  afterAll(() => scene?.close())

  test('Rename in a conversation’s header opens its title, and typing renames it', async () => {
    const { page, api } = scene
    const { id } = await api('POST', '/chat/conversations', { title: 'As it was' })
    await page.evaluate(`window.location.hash = '/chat/${String(id)}'`)
    for (const act of ['click', 'Enter'] as const) {
      const head = page.locator('main section header')
      const menu = head.getByRole('button', { name: /^Actions for/ })
      if (act === 'click') await menu.click()
      else {
        await menu.focus()
        await page.keyboard.press('Enter')
      }
      const rename = page.getByRole('menuitem', { name: 'Rename' })
      if (act === 'click') await rename.click()
      else {
        await rename.focus()
        await page.keyboard.press('Enter')
      }
      await page.keyboard.type(`Named by ${act}`)
      await page.keyboard.press('Enter')
      await head.getByRole('heading', { name: `Named by ${act}` }).waitFor()
      expect(await focusIn(page)).toBe('Message')
    }
  })

  test('typing in the chat goes into the message wherever the focus is, and triggers no command', async () => {
    const { page } = scene
    await goTo(page, 'Chat')
    await newConversation(page)
    const before = await addressOf(page)
    await page.getByRole('button', { name: 'New conversation', exact: true }).focus()
    await page.keyboard.type('c1?nw')
    expect(await messageBox(page).inputValue()).toBe('c1?nw')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.type('2')
    expect(await messageBox(page).inputValue()).toBe('c1?nw2')
    expect(await addressOf(page)).toBe(before)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await messageBox(page).fill('')
  })

  test('a reason is typed into the field that its button opened, and after the answer typing goes to the message', async () => {
    const { page, card, chatCall } = scene
    await chatCall('write', { path: '/tmp/a', text: 'b' })
    await card('approval').getByRole('button', { name: 'Deny with reason…' }).click()
    const before = await addressOf(page)
    await page.keyboard.type('c is not allowed')
    expect(await card('approval').getByLabel('Reason').inputValue()).toBe('c is not allowed')
    await card('approval').getByRole('button', { name: 'Deny', exact: true }).click()
    await page.locator('[data-call][data-status="denied"]').waitFor()
    await page.locator('[data-run-kind="idle"]').waitFor()
    await page.keyboard.type('and on')
    expect(await messageBox(page).inputValue()).toBe('and on')
    expect(await addressOf(page)).toBe(before)
    await messageBox(page).fill('')
  })

  test('Escape stops an answer wherever the focus is', async () => {
    const { page, card, chatCall } = scene
    await chatCall('form')
    await card('form').waitFor()
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Escape')
    await page.locator('[data-run-kind="idle"]').waitFor()
    expect(await card('form').count()).toBe(0)
  })

  test('a notice disappears when its time is over, even if the window is in the background', async () => {
    const { page, api } = scene
    const { id } = await api('POST', '/chat/conversations', { title: 'To be deleted' })
    await page.evaluate(`window.location.hash = '/chat/${String(id)}'`)
    const head = page.locator('main section header')
    await head.getByRole('button', { name: 'Actions for To be deleted' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const message = page.getByText('Deleted To be deleted').first()
    await message.hover()
    await page.evaluate('window.dispatchEvent(new Event("blur"))')
    await page.mouse.move(5, 5)
    await message.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('Ctrl+Enter runs a tool wherever the focus is in its sheet', async () => {
    const { page } = scene
    await goTo(page, 'Tools')
    await toolRow(page, 'write').getByRole('button', { name: 'write', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Control+Enter')
    await sheet.locator('[data-run="done"]').waitFor()
    await page.keyboard.press('Escape')
    expect(await focusIn(page)).toBe('write')
  })

  test('clicking outside a dialog closes it, and the focus returns to where it was opened', async () => {
    const { page } = scene
    await goTo(page, 'Servers')
    const add = page.getByRole('button', { name: /^Add server/ }).first()
    await add.click()
    await page.getByRole('dialog').waitFor()
    await page.mouse.click(3, 400)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await add.and(page.locator(':focus')).count()).toBe(1)
  })

  test('Back closes an open dialog and then leaves the page; a page opened from a dialog is one step', async () => {
    const { page } = scene
    await goTo(page, 'Clients')
    await expect.poll(() => addressOf(page)).toBe('/clients')
    await goTo(page, 'Servers')
    // A key pressed during the navigation still belongs to the previous page.
    await expect.poll(() => addressOf(page)).toBe('/servers')
    const dialog = page.getByRole('dialog')
    for (const keys of ['n', '?', 'Control+k']) {
      await page.keyboard.press(keys)
      await dialog.waitFor()
      await goBack(page)
      await dialog.waitFor({ state: 'detached' })
      expect(await addressOf(page)).toBe('/servers')
    }
    await page.keyboard.press('n')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Go to Activity')
    await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe('/activity')
    await goBack(page)
    await expect.poll(() => addressOf(page)).toBe('/servers')
    await goBack(page)
    await expect.poll(() => addressOf(page)).toBe('/clients')
  })

  // React's `lazy` once drew a dialog 300 ms late the first time, and the characters typed meanwhile were lost.
  test('characters typed right after a key that opens something are all there', async () => {
    const { page } = scene
    await goTo(page, 'Servers')
    await page.addInitScript(`new MutationObserver((_changes, watch) => {
      if (document.querySelector('[data-server]') === null) return
      watch.disconnect()
      window.shownAt = performance.now()
    }).observe(document, { childList: true, subtree: true })`)
    await reload(page)
    const isLoaded = (part: string) =>
      page.evaluate(
        `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('${part}') && responseEnd > 0)`,
      )
    for (const part of ['CommandPalette', 'AddServerDialog']) await expect.poll(() => isLoaded(part)).toBe(true)
    // Loading these parts must not delay the list of servers, as it once did in the desktop app.
    const requested = `performance.getEntriesByType('resource').find(({ name }) => name.includes('CommandPalette')).startTime`
    expect(await page.evaluate<number>(`${requested} - window.shownAt`)).toBeGreaterThan(0)
    for (const [keys, field] of [
      ['Control+k', '[role=combobox]'],
      ['n', '[role=dialog] textarea'],
    ] as const) {
      await page.keyboard.press(keys)
      await page.keyboard.type('go to activity')
      await expect.poll(() => page.locator(field).inputValue()).toBe('go to activity')
      await page.keyboard.press('Escape')
      // Only the form has edits that would be lost, so only it asks.
      if (keys === 'n') await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('characters typed while what a key opens is still loading go into its field', async () => {
    const { page } = scene
    await goTo(page, 'Servers')
    const parts = /assets\/(CommandPalette|AddServerDialog)-/
    for (const [keys, field] of [
      ['Control+k', '[role=combobox]'],
      ['n', '[role=dialog] textarea'],
    ] as const) {
      const typed = deferred()
      await page.route(parts, (route) => typed.promise.then(() => route.continue()))
      await reload(page)
      await page.getByRole('heading', { name: 'Servers', level: 1 }).waitFor()
      await page.keyboard.press(keys)
      await page.keyboard.type('go to')
      expect(await page.locator(field).count()).toBe(0)
      typed.resolve()
      await page.keyboard.type(' activity')
      await expect.poll(() => page.locator(field).inputValue()).toBe('go to activity')
      expect(await addressOf(page)).toBe('/servers')
      await page.unroute(parts)
      await page.keyboard.press('Escape')
      if (keys === 'n') await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('an address entered while a dialog closes is where the user ends up', async () => {
    const { page } = scene
    await goTo(page, 'Servers')
    // Closes the dialog, and changes the address while the browser is still going back over the dialog's history entry.
    const typeMeanwhile = `(address) => new Promise((resolve) => {
      const { go } = window.history
      window.history.go = (steps) => {
        window.history.go = go
        go.call(window.history, steps)
        window.location.hash = address
        resolve()
      }
      setTimeout(() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    })`
    for (const address of ['/activity', '/clients']) {
      await page.keyboard.press('n')
      await page.getByRole('dialog').waitFor()
      await page.evaluate(`(${typeMeanwhile})('${address}')`)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => addressOf(page)).toBe(address)
      await page.getByRole('heading', { name: address === '/activity' ? 'Activity' : 'Clients', level: 1 }).waitFor()
      await goBack(page)
      await expect.poll(() => addressOf(page)).toBe('/servers')
    }
  })

  test('a removed row passes the focus to its neighbour', async () => {
    const { page, api } = scene
    for (const name of ['Ada', 'Ben', 'Cem']) await api('POST', '/access/clients', { name })
    await goTo(page, 'Clients')
    await page.getByRole('button', { name: 'Actions for Ben' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-access="Ben"]').waitFor({ state: 'detached' })
    expect(await page.locator('[data-access="Cem"]').locator(':focus').count()).toBe(1)
  })

  test('typing continues in a conversation after any of its buttons was pressed', async () => {
    const { page, api } = scene
    const { id } = await api('POST', '/chat/conversations', { title: 'Walked over' })
    await page.evaluate(`window.location.hash = '/chat/${String(id)}'`)
    await send(page, 'write {"path": "/tmp/a", "text": "b"}')
    await page.locator('[data-question-card]').waitFor()
    const address = `/chat/${String(id)}`
    expect((await walkPage(page, { root: 'main section', address, means: 'mouse', removes: false })).losses).toEqual([])
  })
})

describe.runIf(opener !== null).each<Means>(['mouse', 'keys'])('walked over by %s', (means) => {
  let scene: QuestionScene

  beforeAll(async () => {
    scene = await openQuestionScene(opener!)
    const { api } = scene
    for (const name of ['Ada', 'Ben']) await api('POST', '/access/clients', { name })
    for (const name of ['ONE', 'TWO']) await api('PUT', `/secrets/${name}`, { projectId: 'default', value: 'a value' })
    await api('POST', '/chat/conversations', { title: 'Talked about' })
  })
  afterAll(() => scene?.close())

  test(
    'no control on any page loses the focus: all are found on the page itself and pressed',
    { timeout: 600_000 },
    async () => {
      const { page } = scene
      let pressed = 0
      const walk = async (root: string, address: string, removes = false) => {
        const { losses, presses } = await walkPage(page, { root, address, means, removes })
        pressed += presses
        expect.soft(losses).toEqual([])
      }
      await walk('nav[aria-label="Main"]', '/servers')
      const all = await addresses(page)
      for (const address of all) await walk('main', address)
      for (const address of all) await walk('main', address, true)
      // Fewer presses mean that the walk did not find the controls.
      expect(pressed).toBeGreaterThan(60)
    },
  )
})
