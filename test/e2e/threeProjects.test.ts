/**
 * One server in three projects, done by hand at the page: off in one, two tools off in another, renamed in the third. Catches a
 * page that shows something else than the engine has, or that forgets it. The tests of a host build on each other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApi, launchOf } from '#test/e2e/askedClient'
import { answered, newConversation, send } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { openBrowser, openDesktop, type OpenedApp, type Opener } from '#test/e2e/openApp'
import { chooseProject, goTo } from '#test/e2e/pageActions'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const hosts: readonly [string, Opener | null][] = [
  ['the desktop app', await openDesktop()],
  ['a browser', await openBrowser()],
]

afterAll(async () => {
  for (const [, opener] of hosts) await opener?.close()
})

const projects = ['Home', 'Work', 'Play'] as const
type Project = (typeof projects)[number]

interface Tool {
  readonly name: string
  readonly publicName: string | null
  readonly hidden: string | null
}

describe.each(hosts.filter((host): host is [string, Opener] => host[1] !== null))('in %s', (_, opener) => {
  let folder: TemporaryFolder
  let app: OpenedApp
  let model: ChatModel
  const ids = new Map<Project, string>()
  const rest = (method: string, path: string, body?: unknown) => callApi(app.origin, app.token, method, path, body)
  const listOf = async (path: string) => (await rest('GET', path)) as unknown as Record<string, unknown>[]
  const checked = (name: string, state: 'true' | 'false' | 'mixed') =>
    app.page.locator(`[role="checkbox"][aria-label="${name}"][aria-checked="${state}"]`).waitFor()
  const sightOf = async (project: Project) =>
    (await rest('GET', `/tools/in-sight?projectId=${ids.get(project)}`)) as unknown as Tool[]
  const seenIn = async (project: Project) => (await sightOf(project)).flatMap(({ publicName }) => publicName ?? [])
  const unfold = () => app.page.locator('[data-row="echo"] [data-act="fold"]').click()

  /** What the matrix says, cell by cell. */
  const expectMatrix = async () => {
    await checked('Echo in Home', 'false')
    await checked('add in Work', 'false')
    await checked('fail in Work', 'false')
    await checked('echo in Work', 'true')
    await checked('add in Play, called sum_up', 'true')
    await checked('fail in Play', 'true')
  }

  /** What the second tab says, tool by tool, is what the engine says. */
  const expectSight = async (project: Project) => {
    const { page } = app
    await page.getByRole('tab', { name: 'Client view' }).click()
    await page.getByLabel('Project', { exact: true }).selectOption({ label: project })
    const tools = await sightOf(project)
    expect(tools.length).toBeGreaterThan(2)
    const seen = tools.filter(({ hidden }) => hidden === null).length
    await page.getByText(`Seen: ${seen} of ${tools.length} tools from 1 server`).waitFor()
    for (const { name, publicName, hidden } of tools.filter((tool) => ['echo', 'add', 'fail'].includes(tool.name))) {
      await page.getByLabel('Search these tools').fill(name)
      const line = page.locator(`[data-sight="${name}"][data-of="echo"]`)
      await line.getByText(publicName ?? name, { exact: true }).waitFor()
      expect(await line.getAttribute('data-hidden')).toBe(hidden)
    }
    await page.getByLabel('Search these tools').fill('')
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    model = await startChatModel(({ text, results }) =>
      results.length > 0
        ? { text: `The tool said ${results.join()}` }
        : { uses: [{ name: text, input: { a: 2, b: 3 } }] },
    )
    app = await opener.open(folder.path, {
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'a key for the test endpoint',
      SWITCHBOARD_VAULT_KEY: 'key',
    })
    for (const name of projects) ids.set(name, String((await rest('POST', '/projects', { name }))['id']))
    await rest('POST', '/servers', { name: 'Echo', projectId: ids.get('Home'), launch: launchOf('echo') })
    await goTo(app.page, 'Projects')
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await folder.remove()
  })

  test('a person puts it into three projects, and sets each by its cells', async () => {
    const { page } = app
    for (const project of ['Work', 'Play']) {
      await page.getByRole('button', { name: `Put Echo into ${project}` }).click()
      await checked(`Echo in ${project}`, 'true')
    }
    await unfold()
    await page.getByRole('checkbox', { name: 'Echo in Home', exact: true }).click()
    for (const tool of ['add', 'fail'])
      await page.getByRole('checkbox', { name: `${tool} in Work`, exact: true }).click()
    await page.getByRole('checkbox', { name: 'add in Play', exact: true }).hover()
    await page.getByRole('button', { name: 'Own name of add in Play' }).click()
    const naming = page.getByRole('dialog', { name: 'add in Play' })
    await naming.getByLabel('Own name').fill('sum_up')
    await naming.getByRole('button', { name: 'Save' }).click()
    await naming.waitFor({ state: 'detached' })
    await expectMatrix()
    expect(
      await page
        .getByRole('treegrid')
        .getByRole('checkbox', { name: / in Home, its server is off$/ })
        .count(),
    ).toBeGreaterThan(2)
  })

  test('the engine has exactly that: one server, and three lists of tools', async () => {
    expect(await listOf('/servers')).toMatchObject([
      { slug: 'echo', projects: projects.map((name) => ids.get(name)), enabledIn: [ids.get('Work'), ids.get('Play')] },
    ])
    expect(await seenIn('Home')).toEqual([])
    const all = (await sightOf('Home')).map(({ name }) => name)
    expect(await seenIn('Work')).toEqual(all.filter((name) => name !== 'add' && name !== 'fail'))
    expect(await seenIn('Play')).toEqual(all.map((name) => (name === 'add' ? 'sum_up' : name)))
  })

  test('what each project sees is told on the page as the engine tells it', async () => {
    for (const project of projects) await expectSight(project)
    const { page } = app
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Home' })
    await page.getByText('Echo is off in Home.').first().waitFor()
    expect(page.url()).toContain(`project=${ids.get('Home')}`)
  })

  test('all of that is there after a reload, which opens the same tab for the same project', async () => {
    const { page } = app
    await page.reload()
    await page.getByText('Echo is off in Home.').first().waitFor()
    for (const project of projects) await expectSight(project)
    await page.getByRole('tab', { name: 'Servers and tools' }).click()
    await page.locator('[data-row="echo"]').waitFor()
    await unfold()
    await expectMatrix()
    expect(await seenIn('Play')).toContain('sum_up')
  })

  test('a conversation of the third calls the tool by its own name, and the approval names the original', async () => {
    const { page } = app
    await chooseProject(page, 'Play')
    await goTo(page, 'Chat')
    await newConversation(page)
    await send(page, 'sum_up')
    const card = page.locator('[data-question-kind="approval"]:visible').first()
    await card.getByText('add of echo').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await answered(page, 'The tool said')
    expect(model.asked[0]?.tools).toContain('sum_up')
    expect(model.asked[0]?.tools).not.toContain('add')
  })

  test('all of that without one error, refusal of the content policy or dialog', () => {
    expect(app.complaints).toEqual([])
  })
})
