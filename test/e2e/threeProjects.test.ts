/**
 * One server in three projects, set up by hand on the page: off in one, two tools off in another, renamed in the third.
 * Catches a page or a chat that disagrees with the other doors about the server, or that forgets its state. The tests
 * of a host build on each other.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { callApi } from '#test/e2e/askedClient'
import { answered, newConversation, send } from '#test/e2e/chatActions'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { expectAgreed, expectMatrix, expectSight, setByHand, unfold } from '#test/e2e/oneServer'
import { openHosts, type OpenedApp } from '#test/e2e/openApp'
import { chooseProject, goTo, reload } from '#test/e2e/pageActions'
import { databasesWith } from '#test/support/databases'
import { addServerAndProjects, chatEnvironment, renamedInPlay, repeatsQuestion } from '#test/support/oneInThree'
import { findPostgres } from '#test/support/postgres'
import { makeTemporaryFolder, temporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'

const hosts = await openHosts()
const postgres = findPostgres()
const states = hosts.flatMap(([host, opener]) =>
  databasesWith(postgres).map(({ name, url }) => ({ host, opener, database: name, url })),
)

describe.each(states)('[R8] [R13] in $host, on $database', ({ opener, url }) => {
  let folder: TemporaryFolder
  let model: ChatModel
  let app: OpenedApp
  let environment: NodeJS.ProcessEnv = {}
  const one = () => ({ app, dataFolder: folder.path, model })
  const reopen = async () => {
    app = await opener.open(folder.path, environment)
  }

  beforeAll(async () => {
    folder = await makeTemporaryFolder()
    model = await startChatModel((asked) => {
      if (asked.text !== renamedInPlay.name) return repeatsQuestion(asked)
      return asked.results.length > 0
        ? { text: `The tool said ${asked.results.join()}` }
        : { uses: [{ name: renamedInPlay.name, input: { text: 'hello' } }] }
    })
    environment = { ...chatEnvironment(model), DATABASE_URL: (await url()) ?? undefined }
    await reopen()
    await addServerAndProjects({ url: app.origin, token: app.token })
  })
  afterAll(async () => {
    await app?.close()
    await model?.close()
    await folder.remove()
  })

  test('settings made cell by cell appear at every door at once', async () => {
    const { page } = app
    await setByHand(app)
    await expectMatrix(app)
    const offWithServer = page.getByRole('treegrid').getByRole('checkbox', { name: / in Home, its server is off$/ })
    expect(await offWithServer.count()).toBeGreaterThan(2)
    const servers: unknown = await callApi(app.origin, app.token, 'GET', '/servers')
    expect(servers).toMatchObject([{ slug: 'echo', projects: { length: 3 }, enabledIn: { length: 2 } }])
    await expectAgreed(one())
  })

  test('after a reload the same tab is open, for the same project', async () => {
    const { page } = app
    await expectSight(app, 'Home')
    await reload(page)
    await page.getByText('Echo is off in Home.').first().waitFor()
    expect(page.url()).toMatch(/[?&]project=/)
  })

  test('a conversation in the third project calls the tool by its own name, and the approval shows the original', async () => {
    const { page } = app
    await chooseProject(page, 'Play')
    await goTo(page, 'Chat')
    await newConversation(page)
    await send(page, renamedInPlay.name)
    const card = page.locator('[data-question-kind="approval"]:visible').first()
    await card.getByRole('heading', { name: `The chat wants to use ${renamedInPlay.tool}` }).waitFor()
    await card.getByText('A tool of echo').waitFor()
    await card.getByRole('button', { name: 'Allow once' }).click()
    await answered(page, 'The tool said')
    const offered = model.asked.find(({ text }) => text === renamedInPlay.name)?.tools
    expect(offered).toContain(renamedInPlay.name)
    expect(offered).not.toContain(renamedInPlay.tool)
  })

  test('everything is still there after a restart', async () => {
    expect(app.complaints).toEqual([])
    await app.close()
    await reopen()
    await expectAgreed(one())
  })

  test('everything is still there after a kill', async () => {
    expect(app.complaints).toEqual([])
    await app.kill()
    await reopen()
    await expectAgreed(one())
    expect(app.complaints).toEqual([])
  })
})

const browser = hosts.find(([host]) => host === 'a browser')?.[1]

// Catches a page that shows only what its engine read when it started.
test.skipIf(browser === undefined || postgres === null)(
  '[R8] [R13] with two engines on one database, settings made on the page of one appear on the page and at the doors of the other',
  async () => {
    const model = await startChatModel(repeatsQuestion)
    onTestFinished(() => model.close())
    const environment = { ...chatEnvironment(model), DATABASE_URL: await postgres?.createDatabase() }
    const openOne = async () => {
      const dataFolder = await temporaryFolder()
      const app = await browser?.open(dataFolder, environment)
      if (app === undefined) throw new Error('there is no browser')
      onTestFinished(() => app.close())
      return { app, dataFolder, model }
    }
    const [here, there] = [await openOne(), await openOne()]
    await addServerAndProjects({ url: here.app.origin, token: here.app.token })
    await goTo(there.app.page, 'Projects')
    await there.app.page.locator('[data-row="echo"]').waitFor()
    await unfold(there.app)
    await setByHand(here.app)
    for (const { app } of [here, there]) await expectMatrix(app)
    for (const one of [here, there]) await expectAgreed(one)
    expect([...here.app.complaints, ...there.app.complaints]).toEqual([])
  },
)
