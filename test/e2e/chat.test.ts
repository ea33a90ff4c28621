/**
 * The chat as a user sees it, the same in the desktop app and in a browser. The tests of a host build on each other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, messageBox, newConversation, send, thread, useOwnEndpoint } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import { addServer, chooseTheme, seriousFindings } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const echoServer = [process.execPath, serverFile('echo')]
const longText = Array.from({ length: 4000 }, (_, word) => `word${word}`).join(' ')
const longCode = `\`\`\`ts\n${'const answer = 42 // the answer\n'.repeat(60)}\`\`\`\n\nThat was the code.`

const hosts = await openHosts()

describe.each(hosts)('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    model = await startChatModel(({ text, results }) => {
      if (results.length > 0) return { text: `The tool said ${results.join()}` }
      if (text.startsWith('long')) return { text: longText, piece: 12, pauseMs: 20 }
      if (text.startsWith('code')) return { thinking: 'I write it down.', text: longCode }
      if (text.startsWith('call')) return { text: 'I call it.', uses: [{ name: 'slow', input: { ms: 60_000 } }] }
      return { text: `You said: ${text}` }
    })
    app = await opener.open(folder.path)
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await folder.remove()
  })

  test('[R32] without a key the practice model answers, and calls a tool', async () => {
    const { page } = app
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByText('You are using the practice model.').waitFor()
    await page.getByRole('button', { name: 'Show me a recipe for pancakes' }).click()
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
    await thread(page).getByRole('list', { name: 'Ingredients' }).getByText('250 g flour').waitFor()
    await page.locator('[data-run-kind="idle"]').waitFor()
    expect(await page.locator('[data-model="practice"]').innerText()).toContain('Practice model')
  })

  test('[R32] the card of a call shows its arguments and its result', async () => {
    const card = app.page.locator('[data-call]').first()
    await card.getByRole('button', { name: /Show a recipe/ }).click()
    expect(await card.locator('[data-arguments]').innerText()).toContain('"servings": 4')
    await card.getByRole('button', { name: 'Full result and record' }).click()
    const record = app.page.getByRole('dialog', { name: 'display_recipe' })
    await record.getByText('Answered').waitFor()
    expect(await record.locator('[data-part="arguments"]').innerText()).toContain('Pancakes')
    await app.page.keyboard.press('Escape')
    await record.waitFor({ state: 'detached' })
  })

  test('[R32] an unsent draft is still there after visiting another page', async () => {
    const { page } = app
    await messageBox(page).fill('half a thought')
    await page.getByRole('link', { name: 'Servers' }).click()
    await addServer(page, 'Echo', echoServer)
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByRole('link', { name: /recipe/ }).click()
    await thread(page).waitFor()
    await expect.poll(() => messageBox(page).inputValue()).toBe('half a thought')
    await messageBox(page).fill('')
  })

  test('[R32] another model can be chosen by its address, and answers', async () => {
    const { page } = app
    await page.keyboard.press('Escape')
    await newConversation(page)
    await useOwnEndpoint(page, model.url)
    await page.locator('[data-model="custom"]').getByText('Claude Sonnet 5.5').waitFor()
    await send(page, 'good morning')
    await answered(page, 'You said: good morning')
    expect(await page.locator('[data-thread-announcer]').innerText()).toContain('You said: good morning')
    expect(await messageBox(page).inputValue()).toBe('')
  })

  test('[R32] editing a message creates a branch, and the user can go back to the first one', async () => {
    const { page } = app
    await thread(page).getByText('good morning', { exact: true }).hover()
    await page.getByRole('button', { name: 'Edit and send again' }).click()
    await page.getByRole('textbox', { name: 'Edit message' }).fill('good evening')
    await page.keyboard.press('Enter')
    await answered(page, 'You said: good evening')
    expect(await thread(page).getByText('good morning').count()).toBe(0)
    const branches = page.getByRole('group', { name: 'Branches' })
    expect(await branches.innerText()).toContain('2/2')
    await branches.getByRole('button', { name: 'Previous branch' }).click()
    await thread(page).getByText('You said: good morning').waitFor()
    expect(await branches.innerText()).toContain('1/2')
  })

  test('[R32] a regenerated answer appears beside the first', async () => {
    const { page } = app
    const before = model.asked.length
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await expect.poll(() => page.getByRole('group', { name: 'Branches' }).allInnerTexts()).toEqual(['1/2', '2/2'])
    await answered(page, 'You said: good morning')
    expect(model.asked).toHaveLength(before + 1)
  })

  test('[R32] Escape stops an answer; its text stays, and it can be continued', async () => {
    const { page } = app
    await send(page, 'long story')
    await thread(page).getByText('word20').waitFor()
    await messageBox(page).press('Escape')
    await page.locator('[data-notice="stopped"]').waitFor()
    await page.locator('[data-run-kind="idle"]').waitFor()
    expect(await thread(page).getByText('word20').count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Continue' }).isVisible()).toBe(true)
  })

  test('[R32] a waiting call can be cancelled, and the model is told', async () => {
    const { page } = app
    await newConversation(page)
    await send(page, 'call it')
    const card = page.locator('[data-call]')
    await card.and(page.locator('[data-status="waiting"]')).waitFor()
    await card.getByRole('button', { name: 'Cancel slow' }).click()
    await card.and(page.locator('[data-status="cancelled"]')).waitFor()
    await answered(page, 'The tool said')
    expect(model.asked.at(-1)?.results.join()).toMatch(/cancel/i)
  })

  test('[R32] files are sent with a message, and unsupported ones are refused with the reason', async () => {
    const { page } = app
    const chooser = page.getByLabel('Files to attach')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    await chooser.setInputFiles([
      { name: 'dot.png', mimeType: 'image/png', buffer: png },
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') },
      { name: 'tool.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0xff, 0xfe, 0]) },
    ])
    await page.getByText('tool.bin isn’t supported').first().waitFor()
    await page.locator('[data-attached="file"]').nth(1).waitFor()
    expect(await page.locator('[data-attached]').count()).toBe(2)
    await send(page, 'look at these')
    await answered(page, 'You said: ')
    await thread(page).getByRole('img', { name: 'dot.png' }).waitFor()
    expect(await thread(page).getByText('notes.md').count()).toBe(1)
    expect(await page.locator('[data-attached]').count()).toBe(0)
  })

  test('[R32] code is coloured and can be copied completely; thinking can be unfolded', async () => {
    const { page } = app
    await newConversation(page)
    await send(page, 'code please')
    await answered(page, 'That was the code.')
    const code = thread(page).locator('figure').last()
    await code.locator('pre span').first().waitFor()
    expect((await code.locator('pre').innerText()).trim().split('\n')).toHaveLength(60)
    await page.getByRole('button', { name: /^Thought/ }).click()
    await thread(page).getByText('I write it down.').waitFor()
  })

  test('[R32] a conversation can be found by its text, renamed, pinned, deleted and restored', async () => {
    const { page } = app
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    await search.fill('good morning')
    const row = page.locator('[data-conversation]')
    await expect.poll(() => row.count()).toBe(1)
    await row.getByRole('link').click()
    await search.fill('')
    const open = page.locator('[data-conversation]:has([aria-current])')
    await open.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Greetings')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Greetings' }).waitFor()
    await open.getByRole('button', { name: 'Actions for Greetings' }).click()
    await page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
    await page.getByRole('region', { name: 'Pinned' }).getByText('Greetings').waitFor()
    await open.getByRole('button', { name: 'Actions for Greetings' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Deleted Greetings' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await page.getByRole('heading', { name: 'Greetings' }).waitFor()
    await thread(page).getByText('You said: good morning').waitFor()
  })

  test('[R32] a conversation can be exported as Markdown', async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Actions for Greetings' }).last().click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
    await page.getByText('Copied as Markdown').first().waitFor()
    await messageBox(page).focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect.poll(() => messageBox(page).inputValue()).toContain('You said: good morning')
    await messageBox(page).fill('')
  })

  test('[R32] the model is not offered the tools of a server that is switched off', async () => {
    const { page } = app
    await page.getByRole('button', { name: /^Tools of this conversation/ }).click()
    const choice = page.getByRole('dialog', { name: 'Tools of this conversation' })
    await choice.getByRole('switch', { name: 'All tools of Echo' }).click()
    await page.getByRole('button', { name: /^Tools of this conversation: 0 of \d+$/ }).waitFor()
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
    await send(page, 'what is left?')
    await answered(page, 'You said: what is left?')
    const offered = model.asked.at(-1)?.tools ?? []
    expect([offered.includes('echo'), offered.includes('display_recipe')]).toEqual([false, true])
  })

  test.each(['Light', 'Dark'] as const)('%s: axe finds nothing serious in the chat', async (theme) => {
    const { page } = app
    const found: Record<string, string[]> = {}
    await chooseTheme(page, theme)
    await page.getByRole('link', { name: 'code please' }).first().click()
    await thread(page).getByText('That was the code.').waitFor()
    found['thread'] = await seriousFindings(page)
    await newConversation(page)
    found['empty'] = await seriousFindings(page)
    await page
      .getByRole('link', { name: /recipe/ })
      .first()
      .click()
    await page.locator('[data-call]').first().getByRole('button').first().click()
    found['call'] = await seriousFindings(page)
    await page.locator('[data-model]').click()
    await page.getByRole('menu').waitFor()
    found['model'] = await seriousFindings(page)
    await page.getByRole('menuitem').last().click()
    await page.getByRole('dialog', { name: 'Model provider' }).waitFor()
    found['source'] = await seriousFindings(page)
    await page.keyboard.press('Escape')
    expect(Object.values(found).flat()).toEqual([])
  })

  test('[R32] none of this causes an error, a content policy refusal or a browser dialog', () => {
    expect(app.complaints).toEqual([])
  })
})
