/** A user at the page, a client with a token that needs their approval, a chat, and servers that ask. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { callApi, type ClientCall, launchOf, startAskedClient } from '#test/e2e/askedClient'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import type { OpenedApp, Opener } from '#test/e2e/openApp'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

export interface QuestionScene<App extends OpenedApp = OpenedApp> {
  readonly app: App
  readonly page: Page
  /** Makes a call as the client `Cursor`. */
  readonly clientCall: ClientCall
  /** Makes the chat call a tool, in a new conversation. */
  readonly chatCall: (tool: string, args?: object) => Promise<void>
  readonly api: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Changes the description of `write` from now on. */
  readonly changeDescription: (words: string) => Promise<void>
  readonly panel: Locator
  /** Locates the visible card of this kind. */
  readonly card: (kind: 'approval' | 'form' | 'link' | 'sampling') => Locator
  close(): Promise<void>
}

export async function openQuestionScene<App extends OpenedApp>(
  opener: Opener<App>,
  more: NodeJS.ProcessEnv = {},
): Promise<QuestionScene<App>> {
  const folder = await makeTemporaryFolder()
  const words = join(folder.path, 'words')
  await writeFile(words, 'Writes a file.')
  const model: ChatModel = await startChatModel(({ text, results }) => {
    if (results.length > 0) return { text: `The tool said ${results.join()}` }
    const [name = '', ...args] = text.split(' ')
    return { uses: [{ name, input: JSON.parse(args.join(' ') || '{}') as unknown }] }
  })
  const app = await opener.open(folder.path, {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'a key for the test endpoint',
    SWITCHBOARD_VAULT_KEY: 'key',
    ...more,
  })
  const { page, token, origin } = app
  const api: QuestionScene['api'] = (method, path, body) => callApi(origin, token, method, path, body)
  const close = async () => {
    await app.close()
    await model.close()
    await folder.remove()
  }
  const prepare = async () => {
    const asked = await startAskedClient(origin, token, '--words', words)
    await api('POST', '/servers', { name: 'wishing', trusted: true, launch: launchOf('wishing') })
    await page.locator('[data-server="wishing"] [data-status="Ready"]').waitFor()
    await page.locator('[data-server="files"] [data-status="Ready"]').waitFor()
    return asked
  }
  const clientCall = await prepare().catch(async (thrown: unknown) => {
    await close()
    throw thrown
  })
  return {
    app,
    page,
    api,
    panel: page.getByRole('dialog', { name: 'Waiting for you' }),
    card: (kind) => page.locator(`[data-question-card][data-question-kind="${kind}"]`),
    clientCall,
    async chatCall(tool, args = {}) {
      const conversation = await api('POST', '/chat/conversations', { title: `About ${tool}` })
      const id = String(conversation['id'])
      await page.evaluate(`window.location.hash = '#/chat/${id}'`)
      await api('POST', `/chat/conversations/${id}/messages`, {
        parts: [{ kind: 'text', text: `${tool} ${JSON.stringify(args)}` }],
      })
    },
    async changeDescription(text) {
      if ((await readFile(words, 'utf8')) === text) return
      await writeFile(words, text)
      await api('POST', '/servers/files/restart', {})
    },
    close,
  }
}
