/**
 * Behaviour that only the desktop app has: a window whose page has few rights, and a process among others on the
 * machine.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { ElectronApplication, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveEngine } from '#test/support/browser'
import { findDesktopApp, launchDesktop, openDisplay, type Display } from '#test/support/electron'
import { makeTemporaryFolder, temporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'
import { reload } from '#test/e2e/pageActions'

const root = join(import.meta.dirname, '..', '..')
const commandFile = join(root, 'out', 'main', 'cli.js')
const executable = findDesktopApp() ?? ''

describe.runIf(executable !== '')('the desktop app', () => {
  let display: Display
  let folder: TemporaryFolder
  const closers: (() => Promise<unknown>)[] = []
  let app: ElectronApplication
  let page: Page

  beforeAll(async () => {
    display = await openDisplay()
    closers.push(() => display.close())
    folder = await makeTemporaryFolder()
    closers.push(() => folder.remove())
    app = await launchDesktop({ executable, display, dataFolder: folder.path })
    closers.push(() => app.close())
    page = await app.firstWindow()
    await page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
  })
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  test('gives its page nothing of Node or Electron', async () => {
    const reach = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in globalThis),
    )
    expect(reach).toEqual([])
  })

  test('stays on its page, and opens nothing but web links', async () => {
    const opened = await page.evaluate(
      `['file:///etc/passwd', 'data:text/html,hello', 'https://switchboard.internal/index.html'].map((url) => window.open(url))`,
    )
    expect(opened).toEqual([null, null, null])
    // The main process makes the page navigate, because Playwright would wait for a navigation that never comes.
    const told = await app.evaluate(async ({ BrowserWindow }) => {
      const [contents, ...others] = BrowserWindow.getAllWindows().map((window) => window.webContents)
      for (const url of [
        'https://example.invalid/',
        'file:///etc/passwd',
        'app://other/index.html',
        'https://other.internal/',
      ])
        await contents?.executeJavaScript(`void (window.location.href = '${url}')`)
      const heading: unknown = await contents?.executeJavaScript(`document.querySelector('h1').textContent`)
      return { url: contents?.getURL(), heading, others: others.length }
    })
    expect(told).toMatchObject({ heading: 'Run your MCP servers here', others: 0 })
    expect(told.url).toMatch(/^https:\/\/switchboard\.internal\//)
  })

  test('serves its page with the content policy and no other files', async () => {
    const answers = await page.evaluate(async () => {
      const ask = async (path: string) => {
        const response = await fetch(path)
        return [response.status, response.headers.get('content-security-policy')] as const
      }
      return [await ask('/index.html'), await ask('/../../package.json'), await ask('/%2e%2e/%2e%2e/package.json')]
    })
    expect(answers.map(([status]) => status)).toEqual([200, 404, 404])
    expect(answers[0]?.[1]).toContain("script-src 'self'")
    expect(answers[0]?.[1]).not.toContain('unsafe')
  })

  test('gives its page no devices', async () => {
    const states = await page.evaluate(`Promise.all(
      ['geolocation', 'camera', 'microphone', 'notifications'].map(
        async (name) => (await navigator.permissions.query({ name })).state,
      ),
    )`)
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])
  })

  test('survives invalid messages on its port, and gives the next page a new one', async () => {
    await page.evaluate(`new Promise((resolve) => {
      window.addEventListener('message', ({ ports: [port] }) => {
        if (port === undefined) return
        const deep = []
        deep.push(deep)
        for (const rubbish of ['', 'rubbish', '{"i":1}', '[1,2]', null, 7, {}, deep, new ArrayBuffer(9), new Map()])
          port.postMessage(rubbish)
        port.close()
        resolve()
      })
      window.postMessage('switchboard:hello', window.location.origin)
    })`)
    await reload(page)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.innerText()).toBe('Run your MCP servers here')
  })

  test('leads from a system notification to the waiting question', async () => {
    const panel = page.getByRole('dialog', { name: 'Waiting for you' })
    await app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.webContents.send('switchboard:question', 'an id')
    })
    await panel.getByText('Nothing is waiting for you.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => panel.count()).toBe(0)
  })

  test('started a second time on the same folder, leaves the first alone and exits', async () => {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const second = spawn(executable, [...sandbox, '--disable-gpu', '--port=0'], {
      env: { ...process.env, ...display.environment, SWITCHBOARD_DATA: folder.path },
      stdio: 'ignore',
    })
    expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0)
    expect(await page.getByRole('heading', { name: 'Run your MCP servers here' }).isVisible()).toBe(true)
  })

  test('shows no page next to an engine that runs on its folder, and leaves that engine alone', async () => {
    const dataFolder = await temporaryFolder()
    const engine = await serveEngine(dataFolder)
    const late = await launchDesktop({ executable, display, dataFolder })
    try {
      await expect.poll(() => late.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
      expect((await fetch(`${engine.url}/healthz`)).status).toBe(200)
    } finally {
      late.process().kill('SIGKILL')
      await engine.close()
    }
  })

  test('takes over from an engine that a client has started; the client continues, and its call completes', async () => {
    const dataFolder = await temporaryFolder()
    const engine = await serveEngine(dataFolder)
    expect((await addEcho(dataFolder)).code).toBe(0)
    await engine.close()
    const bridge = new Client({ name: 'a client', version: '1' })
    const launch = { command: process.execPath, args: [commandFile, 'stdio', '--data', dataFolder] }
    await bridge.connect(new StdioClientTransport({ ...launch, env: { ...process.env, SWITCHBOARD_TOKEN: 'x' } }))
    let late: ElectronApplication | undefined
    try {
      const before = await bridge.callTool({ name: 'pid' })
      let started = (): void => undefined
      const progressed = new Promise<void>((resolve) => (started = resolve))
      const call = bridge.callTool({ name: 'slow', arguments: { ms: 3_000 } }, { onprogress: () => started() })
      await progressed
      late = await launchDesktop({ executable, display, dataFolder })
      expect(await call).toMatchObject({ content: [{ text: 'slept 3000 ms' }] })
      const row = (await late.firstWindow()).getByText('echo').first()
      await row.waitFor()
      expect(await bridge.callTool({ name: 'pid' })).not.toEqual(before)
    } finally {
      await bridge.close()
      await late?.close()
    }
  })
})

function addEcho(dataFolder: string): Promise<{ code: number | null }> {
  const args = ['add', 'echo', '--data', dataFolder, '--', process.execPath, serverFile('echo')]
  const child = spawn(process.execPath, [commandFile, ...args], { stdio: 'ignore' })
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code })))
}
