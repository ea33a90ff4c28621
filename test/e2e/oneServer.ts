/**
 * Sets up one server in three projects on the page, as a user does, and checks that the page agrees with every door.
 */
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { callApi } from '#test/e2e/askedClient'
import type { ChatModel } from '#test/e2e/chatModel'
import type { OpenedApp } from '#test/e2e/openApp'
import { goTo } from '#test/e2e/pageActions'
import { makePlace } from '#test/integration/cli/switchboard'
import {
  agreed,
  doors,
  offInWork,
  type Project,
  projects,
  type ReachedEngine,
  renamedInPlay,
} from '#test/support/oneInThree'

export interface OneServer {
  readonly app: OpenedApp
  readonly dataFolder: string
  readonly model: ChatModel
}

interface Tool {
  readonly name: string
  readonly publicName: string | null
  readonly hidden: string | null
}

async function reached({ app, dataFolder, model }: OneServer): Promise<ReachedEngine> {
  const { environment, run } = await makePlace()
  Object.assign(environment, { SWITCHBOARD_DATA: dataFolder, SWITCHBOARD_TOKEN: app.token })
  return { url: app.origin, token: app.token, run, model }
}

function cell({ page }: OpenedApp, name: string, state: 'true' | 'false'): Locator {
  return page.locator(`[role="checkbox"][aria-label="${name}"][aria-checked="${state}"]`)
}

export async function unfold({ page }: OpenedApp): Promise<void> {
  const row = page.locator('[data-row="echo"][aria-expanded]')
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.locator('[data-act="fold"]').click()
}

/** Sets the server up by hand, from being in its first project only to the state that every door must show. */
export async function setByHand(app: OpenedApp): Promise<void> {
  const { page } = app
  await goTo(page, 'Projects')
  for (const project of ['Work', 'Play']) {
    await page.getByRole('button', { name: `Add Echo to ${project}` }).click()
    await cell(app, `Echo in ${project}`, 'true').waitFor()
  }
  await unfold(app)
  await page.getByRole('checkbox', { name: 'Echo in Home', exact: true }).click()
  for (const tool of offInWork) await page.getByRole('checkbox', { name: `${tool} in Work`, exact: true }).click()
  const { tool, name, description } = renamedInPlay
  await page.getByRole('checkbox', { name: `${tool} in Play`, exact: true }).hover()
  await page.getByRole('button', { name: `Own name of ${tool} in Play` }).click()
  const naming = page.getByRole('dialog', { name: `${tool} in Play` })
  await naming.getByLabel('Own name').fill(name)
  await naming.getByLabel('Own description').fill(description)
  await naming.getByRole('button', { name: 'Save' }).click()
  await naming.waitFor({ state: 'detached' })
}

/** Asserts the content of the matrix, cell by cell. */
export async function expectMatrix(app: OpenedApp): Promise<void> {
  await cell(app, 'Echo in Home', 'false').waitFor()
  for (const tool of offInWork) await cell(app, `${tool} in Work`, 'false').waitFor()
  for (const name of ['echo in Work', `echo in Play, called ${renamedInPlay.name}`, 'add in Play', 'fail in Play'])
    await cell(app, name, 'true').waitFor()
}

/** Asserts that the second tab shows, tool by tool, what the engine reports for this project. */
export async function expectSight({ page, origin, token }: OpenedApp, project: Project): Promise<void> {
  await page.getByRole('tab', { name: 'Client view' }).click()
  await page.getByLabel('Project', { exact: true }).selectOption({ label: project })
  const told: unknown = await callApi(origin, token, 'GET', `/tools/in-sight?projectId=${project}`)
  const tools = told as readonly Tool[]
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

const columnTitles = ['Servers and tools', 'All projects', 'Default', ...[...projects].sort()]

/** Asserts that the page, REST, the command, clients at each address and the chat agree. */
export async function expectAgreed(one: OneServer): Promise<void> {
  const { app } = one
  expect(await doors(await reached(one))).toEqual(agreed)
  await goTo(app.page, 'Projects')
  for (const project of projects) await expectSight(app, project)
  await app.page.getByRole('tab', { name: 'Servers and tools' }).click()
  await app.page.locator('[data-row="echo"]').waitFor()
  // The order is always the same, whichever project was first and whatever happened to the engine.
  const columns = app.page.getByRole('columnheader')
  await expect.poll(() => columns.allInnerTexts()).toEqual(columnTitles)
  await unfold(app)
  await expectMatrix(app)
}
