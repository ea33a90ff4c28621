/**
 * A user with a key, in both hosts: what they do with calls, texts and files, and where their key is kept. The tests
 * build on each other.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { answered, newConversation, send, thread, useClaude } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { openHosts, type OpenedApp } from '#test/e2e/openApp'
import { startKeychain } from '#test/support/keychain'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const key = 'sk-ant-test-8f3Kq0xVbN72mZ-wRt5LpYc9'
/** The key in each encoding in which it could be written. */
const keyForms = [
  Buffer.from(key),
  Buffer.from(key, 'utf16le'),
  Buffer.from(Buffer.from(key).toString('base64').replace(/=+$/, '').slice(0, -1)),
  Buffer.from(Buffer.from(key).toString('hex')),
]
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const longText = Array.from({ length: 4000 }, (_, word) => `word${word}`).join(' ')

const keychain = await startKeychain()
afterAll(() => keychain?.stop())
const hosts = keychain === null ? [] : await openHosts()

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel
  let closed = false
  const card = () => app.page.locator('[data-question-card][data-question-kind="approval"]')
  const call = (status: string) => app.page.locator(`[data-call][data-status="${status}"]`)
  const api = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    model = await startChatModel(({ text, results }) => {
      if (results.length > 0) return { text: `The tool said ${results.join()}` }
      if (text.startsWith('write'))
        return { uses: [{ name: 'write', input: { path: text.slice('write '.length), text: 'x' } }] }
      if (text.startsWith('long')) return { text: longText, piece: 12, pauseMs: 20 }
      return { text: `You said: ${text}` }
    })
    app = await opener.open(folder.path, {
      ...keychain?.environment,
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_BASE_URL: model.url,
    })
    await api('POST', '/servers', { name: 'files', launch: launchOf('changing') })
    await app.page.locator('[data-server="files"] [data-status="Ready"]').waitFor()
  })
  afterAll(async () => {
    if (!closed) await app?.close()
    await model?.close()
    await folder.remove()
  })

  test('[R32] after entering a key once, the model answers', async () => {
    const { page } = app
    await page.getByRole('link', { name: 'Chat' }).click()
    await useClaude(page, key)
    await page.locator('[data-model="anthropic"]').getByText('Claude Sonnet 5.5').waitFor()
    await send(page, 'good morning')
    await answered(page, 'You said: good morning')
    expect(model.received.at(-1)?.headers['authorization']).toBe(`Bearer ${key}`)
  })

  test('[R16] a call from the model runs when it is allowed, with the arguments that were shown', async () => {
    const { page } = app
    await send(page, 'write /srv/one')
    expect(await card().locator('[data-question-arguments]').innerText()).toContain('/srv/one')
    await card().getByRole('button', { name: 'Allow once' }).click()
    await answered(page, 'The tool said')
    expect(model.asked.at(-1)?.results.join()).toContain('/srv/one')
    expect(await call('succeeded').count()).toBe(1)
  })

  test('[R16] the arguments of a call can be edited, and the model is told what the tool received', async () => {
    const { page } = app
    await send(page, 'write /srv/two')
    await card().getByRole('button', { name: 'Edit' }).click()
    await card().getByLabel('path (optional)').fill('/srv/mended')
    await card().getByLabel('text (optional)').fill('edited')
    await card().getByRole('button', { name: 'Allow once' }).click()
    await answered(page, '/srv/mended')
    expect(model.asked.at(-1)?.results.join()).toContain('edited')
  })

  test('[R16] a denied call does not run, and the model is told why', async () => {
    const { page } = app
    await send(page, 'write /srv/three')
    await card().getByRole('button', { name: 'Deny with reason…' }).click()
    await card().getByLabel('Reason').fill('Not in this folder.')
    await card().getByRole('button', { name: 'Deny', exact: true }).click()
    await call('denied').waitFor()
    await answered(page, 'Not in this folder.')
    expect(model.asked.at(-1)?.results.join()).not.toContain('/srv/three')
  })

  test('[R16] a call that is allowed for this conversation is not asked about again here, but is in another one', async () => {
    const { page } = app
    await send(page, 'write /srv/four')
    await card().getByLabel('Remember').selectOption('conversation')
    await card().getByRole('button', { name: 'Allow and remember' }).click()
    await answered(page, '/srv/four')
    await send(page, 'write /srv/five')
    await answered(page, '/srv/five')
    expect(model.asked.at(-1)?.results.join()).toContain('/srv/five')
    await newConversation(page)
    await send(page, 'write /srv/six')
    await card().getByRole('button', { name: 'Deny', exact: true }).click()
    await call('denied').waitFor()
    await page.locator('[data-run-kind="idle"]').waitFor()
  })

  test('[R32] an answer can be stopped, and its text stays', async () => {
    const { page } = app
    await newConversation(page)
    await send(page, 'long story')
    await thread(page).getByText('word20').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.locator('[data-notice="stopped"]').waitFor()
    await page.locator('[data-run-kind="idle"]').waitFor()
    expect(await thread(page).getByText('word20').count()).toBe(1)
  })

  test('[R32] editing a message creates a branch, and the first one is kept', async () => {
    const { page } = app
    await newConversation(page)
    await send(page, 'good morning')
    await answered(page, 'You said: good morning')
    await thread(page).getByText('good morning', { exact: true }).hover()
    await page.getByRole('button', { name: 'Edit and send again' }).click()
    await page.getByRole('textbox', { name: 'Edit message' }).fill('good evening')
    await page.keyboard.press('Enter')
    await answered(page, 'You said: good evening')
    const branches = page.getByRole('group', { name: 'Branches' })
    expect(await branches.innerText()).toContain('2/2')
    await branches.getByRole('button', { name: 'Previous branch' }).click()
    await thread(page).getByText('You said: good morning').waitFor()
  })

  test('[R32] a picture and a text go to the model in their own formats', async () => {
    const { page } = app
    await page.getByLabel('Files to attach').setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes of the day') },
    ])
    await page.locator('[data-attached="file"]').nth(1).waitFor()
    await send(page, 'look at these')
    await thread(page).getByRole('img', { name: 'dot.png' }).waitFor()
    await page.locator('[data-run-kind="idle"]').waitFor()
    const { body } = model.received.findLast(({ path }) => path.startsWith('/v1/messages')) ?? { body: '' }
    expect(body).toContain(png.toString('base64'))
    expect(body).toContain('# Notes of the day')
  })

  test('[R32] the shown branch of a conversation is saved as Markdown and as JSON, without the key', async () => {
    const { page } = app
    const open = page.locator('[data-conversation]:has([aria-current])')
    for (const [entry, ending] of [
      ['Save as Markdown', '.md'],
      ['Save as JSON', '.json'],
    ] as const) {
      const { name, text } = await app.saved(async () => {
        await open.getByRole('button', { name: /^Actions for/ }).click()
        await page.getByRole('menuitem', { name: entry }).click()
      })
      expect(name.endsWith(ending)).toBe(true)
      expect(text).toContain('You said: good morning')
      expect(text).not.toContain('good evening')
      expect(text).not.toContain(key)
    }
  })

  test('[R23] the key is in one header of the requests to the endpoint, and nowhere else', async () => {
    const { page } = app
    const signed = model.received.filter(({ headers }) => headers['authorization'] === `Bearer ${key}`)
    expect(signed.length).toBeGreaterThan(10)
    expect(
      model.received
        .map((one) => JSON.stringify(one))
        .join('\n')
        .split(key),
    ).toHaveLength(signed.length + 1)

    await page.locator('[data-model]').click()
    await page.getByRole('menuitem').last().click()
    const dialog = page.getByRole('dialog', { name: 'Model provider' })
    expect(await dialog.getByLabel('API key').inputValue()).toBe('')
    const held = await page.evaluate(
      `document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie`,
    )
    expect(held).not.toContain(key)
    await page.keyboard.press('Escape')

    const { conversations } = (await api('GET', '/chat/conversations')) as { conversations: { id: string }[] }
    const told = [await api('GET', '/calls'), await api('GET', '/models'), await api('GET', '/settings')]
    for (const { id } of conversations) {
      told.push(await api('GET', `/chat/conversations/${id}/messages`))
      told.push(await api('GET', `/chat/conversations/${id}/export?format=json`))
    }
    expect(JSON.stringify(told)).not.toContain(key)
    expect(app.complaints).toEqual([])
    await app.close()
    closed = true
    expect(app.said()).not.toContain(key)
    expect(await filesWithKey(folder.path)).toEqual([])
  })
})

/** Finds the files that contain the key. The data folder of a desktop app also contains the files of its window. */
async function filesWithKey(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name))
    if (keyForms.some((form) => content.includes(form))) found.push(entry.name)
  }
  return found
}
