/** A tool has the name that the shown project gives it, and is called by that name there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, type OpenedApp } from '#test/e2e/openApp'
import { chooseProject, goTo, openServer, rowOf, status, toolRow, tryTool } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const opener = await openBrowser()
const echo = { transport: 'stdio', command: process.execPath, args: [serverFile('echo')] }

afterAll(() => opener?.close())

describe.skipIf(opener === null)('names of tools', () => {
  let folder: TemporaryFolder
  let app: OpenedApp
  const api = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${app.origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, unknown>
  }
  const textOf = (tool: string) => toolRow(app.page, tool).first().innerText()
  const sheetName = async (tool: string) => {
    await toolRow(app.page, tool).getByRole('button', { name: tool, exact: true }).click()
    const sheet = app.page.getByRole('dialog')
    const name = await sheet.locator('code').first().innerText()
    await app.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    return name
  }
  let work = ''

  beforeAll(async () => {
    if (opener === null) return
    folder = await makeTemporaryFolder()
    app = await opener.open(folder.path)
    const { id } = await api('/projects', { name: 'Work' })
    work = String(id)
    await api('/servers', { name: 'home', launch: echo })
    await api('/servers', { name: 'office', projectId: id, launch: echo })
    await goTo(app.page, 'Servers')
    await status(app.page, 'home', 'Ready')
    await status(app.page, 'office', 'Ready')
  })
  afterAll(async () => {
    await app?.close()
    await folder?.remove()
  })

  test('[R10] on the Tools page are those of the chosen project, and the tool is called there', async () => {
    await goTo(app.page, 'Tools')
    await app.page.getByText('→ office__pid').waitFor()
    await chooseProject(app.page, 'Work')
    await app.page.getByText('→ office__pid').waitFor({ state: 'detached' })
    expect(await textOf('pid')).not.toContain('→')
    expect(await sheetName('pid')).toBe('pid')
    expect(await tryTool(app.page, 'echo', { text: 'from the office' })).toContain('from the office')
  })

  test('[R10] on the page of a server are those of the chosen project, or else those of all', async () => {
    await chooseProject(app.page, 'Work')
    await goTo(app.page, 'Servers')
    await openServer(app.page, 'office')
    expect(await sheetName('pid')).toBe('pid')
    await chooseProject(app.page, 'All projects')
    await rowOf(app.page, 'home').waitFor()
    await app.page.getByText('→ office__pid').waitFor()
    expect(await sheetName('pid')).toBe('office__pid')
    expect(await tryTool(app.page, 'echo', { text: 'by its full name' })).toContain('by its full name')
  })

  test('[R10] in a conversation’s suggestions are those of its own project, whatever the page shows', async () => {
    const { id } = await api('/chat/conversations', { title: 'Suggestions', projectId: work })
    await app.page.evaluate(`window.location.hash = '#/chat/${String(id)}'`)
    const list = app.page.getByRole('list', { name: 'Suggestions' })
    await list.getByText(/^Use /).first().waitFor()
    expect(await list.innerText()).not.toContain('office__')
  })
})
