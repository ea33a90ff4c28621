/**
 * A remote server that wants a sign-in, as a user meets it in the desktop app and in a browser. Issuer and server are
 * real and local; the tests of a host build on each other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi } from '#test/e2e/askedClient'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { type OpenedApp, openHosts } from '#test/e2e/openApp'
import { chooseTheme, goTo, paletteField, rowOf, seriousFindings, tryTool } from '#test/e2e/pageActions'
import { lies } from '#test/support/signIn/answers'
import { authorize, signInByBrowser } from '#test/support/signIn/browser'
import { type Issuer, startIssuer } from '#test/support/signIn/issuer'
import { type ProtectedServer, startProtected } from '#test/support/signIn/protectedServer'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const hosts = await openHosts()
const narrow = { width: 400, height: 832 }
const wide = { width: 1280, height: 832 }

describe.each(hosts)('in %s', (host, opener) => {
  let folder: TemporaryFolder
  let issuer: Issuer
  let server: ProtectedServer
  let model: ChatModel
  let app: OpenedApp
  /** The number of authorization addresses that were followed, of those that the app opened outside. */
  let followed = 0

  const notice = (state: string) => app.page.locator(`[data-sign-in-notice="${state}"]`)
  const mark = (state: string) => rowOf(app.page, 'notion').locator(`[data-sign-in="${state}"]`)

  const opened = async () => (await app.left()).filter((address) => address.startsWith(`${issuer.url}/authorize`))

  /** A browser signs in by itself. The desktop app passes the address to the system's browser, which is played here. */
  const agreeInBrowser = async () => {
    await expect.poll(async () => (await opened()).length).toBe(followed + 1)
    const address = (await opened())[followed] ?? ''
    followed += 1
    if (host === 'the desktop app') await signInByBrowser(address)
  }

  /**
   * The first time, the issuer is unknown until the server has been asked, so a second click opens the issuer's page.
   */
  const openPage = async () => {
    const open = notice('waiting').getByRole('button', { name: `Open ${new URL(issuer.url).host}` })
    await open.or(notice('waiting').getByRole('button', { name: 'Open again' })).waitFor()
    if ((await open.count()) > 0) await open.click()
  }

  const isSignedIn = async () => {
    await notice('needed').or(notice('waiting')).waitFor({ state: 'detached' })
    await rowOf(app.page, 'notion').locator('[data-status="Ready"]').waitFor()
    await closeOthers()
  }

  /** Closes the tabs in which the issuer's page was opened. */
  const closeOthers = async () => {
    for (const page of app.page.context().pages()) if (page !== app.page) await page.close()
  }

  const signOut = async () => {
    await goTo(app.page, 'Servers')
    await rowOf(app.page, 'notion').getByRole('link', { name: 'Notion', exact: true }).click()
    await app.page.getByRole('tab', { name: 'Sign-in' }).click()
    await app.page.getByRole('button', { name: 'Sign out' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await app.page.locator('[data-sign-in-state="signedIn"]').waitFor({ state: 'detached' })
  }

  /** The button is in the notice if the server has refused a request since the last sign-in, otherwise on the tab. */
  const signIn = () => app.page.getByRole('button', { name: 'Sign in', exact: true }).first().click()

  const forget = async () => {
    await app.page.getByRole('button', { name: 'Forget and register again' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
    await app.page.getByRole('button', { name: 'Forget and register again' }).waitFor({ state: 'detached' })
  }

  /** Calls the tool and closes the sheet, whether or not the call leads to a question. */
  const callInTheSheet = async (tool: string) => {
    const sheet = app.page.getByRole('dialog')
    await app.page.locator(`[data-tool="${tool}"]`).getByRole('button', { name: tool, exact: true }).click()
    await sheet.getByRole('button', { name: 'Run', exact: true }).click()
    const refuse = sheet.getByRole('button', { name: 'Decline' })
    await mark('cannotRefresh').or(refuse).first().waitFor()
    // A call by hand shows the server's question immediately.
    if ((await refuse.count()) > 0) await refuse.click()
    await mark('needed').or(mark('cannotRefresh')).waitFor()
    await app.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }

  const card = () => app.page.locator('[data-question-card][data-question-kind="link"]')

  const chatCall = async (tool: string) => {
    const api = (path: string, body: unknown) => callApi(app.origin, app.token, 'POST', path, body)
    const { id } = await api('/chat/conversations', { title: `About ${tool}` })
    await app.page.evaluate(`window.location.hash = '#/chat/${String(id)}'`)
    await api(`/chat/conversations/${String(id)}/messages`, { parts: [{ kind: 'text', text: tool }] })
    await app.page.getByRole('button', { name: 'Allow once' }).click()
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    issuer = await startIssuer({ scopes: ['read', 'write'] })
    server = await startProtected({ issuer, scope: 'read' })
    model = await startChatModel(({ text, results }) =>
      results.length > 0 ? { text: `The tool said ${results.join()}` } : { uses: [{ name: text, input: {} }] },
    )
    app = await opener.open(folder.path, {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'a key for the test endpoint',
      SWITCHBOARD_VAULT_KEY: 'key',
    })
  })
  afterAll(async () => {
    await app?.close()
    await Promise.all([server?.close(), issuer?.close(), model?.close()])
    await folder.remove()
  })

  test('a server that wants a sign-in says so, apart from failures, and nothing opens by itself', async () => {
    const { page } = app
    await page
      .getByRole('button', { name: /^Add (a )?server/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Add a server' })
    await dialog.getByLabel('Command or address').fill(server.url)
    await dialog.getByLabel('Name', { exact: true }).fill('Notion')
    await dialog.getByRole('button', { name: 'Add and connect' }).click()
    await mark('needed').waitFor()
    await notice('needed').waitFor()
    expect(await rowOf(page, 'notion').locator('[data-status="Failed"]').count()).toBe(0)
    expect(await page.locator('[data-needs-sign-in="1"]').count()).toBe(1)
    expect(await page.locator('[data-failed]').count()).toBe(0)
    expect(await opened()).toEqual([])
  })

  test('one button opens the issuer’s page, whose host is shown before, and the page continues by itself', async () => {
    const { page } = app
    await notice('needed').getByRole('button', { name: 'Sign in' }).click()
    await openPage()
    await agreeInBrowser()
    await isSignedIn()
    await page.getByText('Signed in to Notion', { exact: true }).first().waitFor()
    expect(await tryTool(page, 'whoami', {})).toContain('read')
  })

  test('a tab says who signed in where, for how long, and how it went', async () => {
    const { page } = app
    await page.getByRole('tab', { name: 'Sign-in' }).click()
    const facts = page.locator('[data-sign-in-state="signedIn"]')
    await facts.getByText(issuer.url, { exact: true }).waitFor()
    for (const name of ['Scopes', 'Expires', 'Next refresh', 'Client ID', 'Registered automatically'])
      await facts.getByText(name).first().waitFor()
    expect(await facts.locator('[data-step][data-outcome="failed"]').count()).toBe(0)
    expect(await facts.locator('[data-step="token"]').count()).toBeGreaterThan(0)
    const secrets = [...issuer.grants.secrets]
    const text = await page.content()
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  test('axe finds nothing serious about the sign-in, light and dark, wide and narrow', async () => {
    const { page } = app
    for (const theme of ['Dark', 'Light'] as const) {
      await chooseTheme(page, theme)
      expect(await seriousFindings(page)).toEqual([])
    }
    await page.setViewportSize(narrow)
    expect(await seriousFindings(page)).toEqual([])
    await page.setViewportSize(wide)
  })

  test('an issuer that fails for a while costs no sign-in: the time of the next try is shown, and that try succeeds', async () => {
    const { page } = app
    await page.getByRole('tab', { name: /^Tools/ }).click()
    issuer.lie('token', lies.status(503))
    issuer.grants.endAccessTokens()
    await callInTheSheet('whoami')
    await mark('cannotRefresh')
      .getByText(/next try in \d+ s/)
      .waitFor()
    await notice('cannotRefresh')
      .getByText(/Calls work until|It has expired/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    issuer.lie('token')
    await mark('cannotRefresh').waitFor({ state: 'detached' })
    expect(await tryTool(page, 'whoami', {})).toContain('read')
    expect(await opened()).toHaveLength(followed)
  })

  test('tokens that expire are refreshed without the user noticing', async () => {
    const { page } = app
    const before = issuer.count('refresh_token')
    issuer.grants.endAccessTokens()
    await page.getByRole('tab', { name: /^Tools/ }).click()
    expect(await tryTool(page, 'whoami', {})).toContain('read')
    expect(issuer.count('refresh_token')).toBe(before + 1)
    expect(await mark('needed').count()).toBe(0)
    expect(await opened()).toHaveLength(followed)
  })

  test('a sign-in that the issuer ended is needed again, and done again with the keyboard alone', async () => {
    const { page } = app
    issuer.grants.revokeAll()
    await callInTheSheet('whoami')
    await notice('needed').waitFor()
    await goTo(page, 'Tools')

    await page.keyboard.press('Control+K')
    await paletteField(page).waitFor()
    await page.keyboard.type('sign in to notion')
    await page.getByRole('option', { name: 'Sign in to Notion' }).waitFor()
    await page.keyboard.press('Enter')
    await notice('needed').waitFor()
    await tabTo('Sign in')
    issuer.consent = 'page'
    await page.keyboard.press('Enter')
    // The issuer is known by now: its page is open, and the focus has stayed where it was.
    await expect.poll(() => focusedName()).toBe('Open again')
    await expect.poll(async () => (await opened()).length).toBe(followed + 1)
    followed += 1
    issuer.consent = 'auto'
    await page.bringToFront()
    await page.keyboard.press('Enter')
    await agreeInBrowser()
    await isSignedIn()
  })

  const focusedName = () => app.page.evaluate<string>('document.activeElement.textContent')

  const tabTo = async (name: string) => {
    const stops: string[] = []
    while (stops.at(-1) !== name && stops.length < 60) {
      await app.page.keyboard.press('Tab')
      stops.push(await focusedName())
    }
    expect(stops).toContain(name)
  }

  test('with the browser on another machine, the address of its last page is pasted, and any other is refused', async () => {
    await signOut()
    issuer.consent = 'page'
    await signIn()
    await openPage()
    await expect.poll(async () => (await opened()).length).toBe(followed + 1)
    issuer.consent = 'auto'
    const address = (await opened())[followed] ?? ''
    followed += 1
    await notice('waiting').getByText('The browser is on another machine').click()
    const field = notice('waiting').getByLabel('Address of the last page')
    await field.fill('http://127.0.0.1:1/callback?code=a&state=of-another')
    await notice('waiting').getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill((await authorize(address)) ?? '')
    await notice('waiting').getByRole('button', { name: 'Continue' }).click()
    await isSignedIn()
  })

  test('a sign-in that waits can be cancelled', async () => {
    const { page } = app
    await signOut()
    issuer.consent = 'page'
    await signIn()
    await notice('waiting').getByRole('button', { name: /^Open/ }).waitFor()
    await notice('waiting').getByRole('button', { name: 'Cancel' }).click()
    await notice('waiting').waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    followed = (await opened()).length
    await closeOthers()
    issuer.consent = 'auto'
  })

  test('an issuer that refuses to register clients leads to the field for a client ID; once it registers them, a retry signs in', async () => {
    const { page } = app
    await forget()
    issuer.lie('register', lies.status(403, { error: 'access_denied' }))
    await signIn()
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: 'Set client ID' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings of Notion' })
    await dialog.getByLabel('Client ID').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe(
      await dialog.getByLabel('Client ID').getAttribute('id'),
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    issuer.lie('register')
    await page.getByRole('button', { name: /^(Sign in|Try again)$/ }).click()
    await openPage()
    await agreeInBrowser()
    await isSignedIn()
  })

  test('a call from the chat asks for the sign-in it needs, and continues after it', async () => {
    const { page } = app
    issuer.grants.revokeAll()
    await chatCall('whoami')
    await card().getByRole('heading', { name: 'Sign in to notion' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await opened()).toHaveLength(followed)
    await card()
      .getByRole('button', { name: `Open ${new URL(issuer.url).host}` })
      .click()
    await agreeInBrowser()
    await page.getByText('The tool said').last().waitFor()
    await closeOthers()
  })

  test('a call whose sign-in is declined fails, and leads to its server’s page', async () => {
    const { page } = app
    issuer.grants.revokeAll()
    await chatCall('whoami')
    await card().getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('link', { name: 'Sign in to Notion' }).click()
    await notice('needed').waitFor()
    expect(await opened()).toHaveLength(followed)
    expect(app.complaints).toEqual([])
  })
})
