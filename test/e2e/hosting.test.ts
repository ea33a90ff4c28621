/** Hosted servers, as a person has them before them. The runtime is in memory; engine, doors and browser are real. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { focusLoss, focusWatch } from '#test/e2e/focusWatch'
import { absent, type HostingScene, openHosting, token } from '#test/e2e/hostingScene'
import { chooseTheme, goTo, rowOf, seriousFindings } from '#test/e2e/pageActions'
import { launchBrowser } from '#test/support/browser'
import { ableReport } from '#test/support/hosting/fakeProvider'

const browser = await launchBrowser()
afterAll(() => browser?.close())

const wide = { width: 1280, height: 832 }
const narrow = { width: 420, height: 832 }
const image = 'example.com/notes:1'

interface Opened extends HostingScene {
  readonly page: Page
}

async function open(before: (scene: HostingScene) => unknown = () => undefined): Promise<Opened> {
  const scene = await openHosting()
  onTestFinished(() => scene.host.close())
  await before(scene)
  const context = await browser!.newContext({ viewport: wide, reducedMotion: 'reduce' })
  const complaints: string[] = []
  await context.addInitScript(focusWatch)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  onTestFinished(async () => {
    await context.close()
    expect(complaints, `no complaint, and never ${focusLoss}`).toEqual([])
  })
  await page.goto(`${scene.url}/#token=${token}`)
  await goTo(page, 'Hosting')
  return { ...scene, page }
}

function hostedRow(page: Page, slug: string) {
  return page.locator(`[data-hosted="${slug}"]`)
}

async function registered({ rest }: Pick<HostingScene, 'rest'>, fields: object): Promise<HostedServer> {
  return (await rest('POST', '/mcp/servers', { image, ...fields })) as HostedServer
}

async function fillIn(page: Page, name: string, of: string) {
  await page.getByRole('button', { name: 'Host a server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Host a server' })
  await dialog.getByLabel('Image').fill(of)
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  return dialog
}

describe.runIf(browser !== null)('a browser', () => {
  test('[R24] [R28] a person without a runtime is led to one, hosts a server by the form, and finds it among the others', async () => {
    const { page, providers } = await open((scene) => {
      for (const provider of Object.values(scene.providers)) provider.report = absent
    })
    // What both lack is said once, with the command to get it.
    await page.getByText('No Docker Engine answers').waitFor()
    expect(await page.getByText('No Docker Engine answers').count()).toBe(1)
    await page.getByRole('button', { name: 'Copy apt-get install docker.io' }).waitFor()
    expect(await page.getByRole('button', { name: 'Host a server' }).isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    for (const provider of Object.values(providers)) provider.report = ableReport
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('servers run in gVisor').waitFor()

    const dialog = await fillIn(page, 'Notes', image)
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    await dialog.getByLabel('Name of the variable').fill('API_KEY')
    await dialog.getByRole('textbox', { name: 'Value of API_KEY' }).fill('value-nobody-sees')
    await dialog.getByLabel('Volumes').fill('/data')
    await dialog.getByText('Limits and restarts').click()
    await dialog.getByLabel('Memory').fill('256M')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.waitFor({ state: 'detached' })
    await hostedRow(page, 'notes').locator('[data-status="Running"]').waitFor()
    const detail = page.getByRole('region', { name: 'Notes' })
    await detail.getByRole('tab', { name: 'Setup' }).click()
    await detail.getByText('API_KEY').waitFor()
    await detail.getByText('256 MB').waitFor()
    // The runtime in memory can hold no limit of disk.
    await detail.getByText('1 GB (not held by this runtime)').waitFor()
    expect(await page.content()).not.toContain('value-nobody-sees')

    await goTo(page, 'Servers')
    await rowOf(page, 'notes').locator('[data-status="Ready"]').waitFor()
    await rowOf(page, 'notes').getByRole('link', { name: 'Notes' }).click()
    await page.locator('[data-tool="echo"]').waitFor()
    await rowOf(page, 'notes').getByRole('link', { name: 'Hosted' }).click()
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
  })

  test('[R26] a crash is seen with its exit code and what was said last, until the server is restarted by hand', async () => {
    const { page, runtime, rest } = await open(async (scene) => registered(scene, { name: 'notes' }))
    const { id } = (await rest('GET', '/mcp/servers/notes')) as HostedServer
    await hostedRow(page, 'notes').getByRole('link').click()
    await page.getByText('It has not crashed.').waitFor()
    runtime.newest(id).crash(3, 'the index is broken\n')
    const crashes = page.getByRole('list', { name: 'Crashes' })
    await crashes.getByText('exit code 3').waitFor()
    await crashes.getByText('the index is broken').first().click()
    await crashes.locator('pre').waitFor()
    const restarts = hostedRow(page, 'notes').getByText('1 restart')
    await restarts.waitFor()
    await hostedRow(page, 'notes').locator('[data-status="Running"]').waitFor()
    await page.getByRole('button', { name: 'Restart', exact: true }).click()
    await restarts.waitFor({ state: 'detached' })
    await hostedRow(page, 'notes').locator('[data-status="Running"]').waitFor()
    expect(runtime.newest(id).spec.generation).toBeGreaterThan(2)
  })

  test('[R27] what it uses is drawn, and said in words for who cannot see it', async () => {
    const { page } = await open(async (scene) => registered(scene, { name: 'notes' }))
    await hostedRow(page, 'notes').getByRole('link').click()
    await page.getByRole('img', { name: /^Memory over .*: now 19 MB, highest 19 MB, limit 512 MB$/ }).waitFor()
    const cpu = page.getByRole('img', { name: /^CPU over / })
    expect(await cpu.getAttribute('aria-label')).toMatch(/: now 1 %, highest 1 %, limit 50 %$/)
  })

  test('[R29] a removal is undone with its volumes; a volume is saved as a file, and deleted only when a person says so', async () => {
    const { page, rest } = await open(async (scene) => registered(scene, { name: 'notes', volumes: ['/data'] }))
    await rest('POST', '/mcp/servers/notes/call', {
      method: 'tools/call',
      params: { name: 'remember', arguments: { text: 'kept text' } },
    })
    await hostedRow(page, 'notes').getByRole('link').click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Back up \/data/ }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/\.tar$/)
    expect(await readFile(await download.path(), 'utf8')).toContain('kept text')

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('heading', { name: 'Run servers in containers' }).waitFor()
    const volume = page.locator('[data-volume]')
    await volume.getByText('Its server is gone').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await hostedRow(page, 'notes').locator('[data-status="Running"]').waitFor()
    expect(
      JSON.stringify(
        await rest('POST', '/mcp/servers/notes/call', { method: 'tools/call', params: { name: 'recall' } }),
      ),
    ).toContain('kept text')

    await page.getByRole('button', { name: 'Actions for notes' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await volume.getByRole('button', { name: /^Delete / }).click()
    const dialog = page.getByRole('dialog', { name: /^Delete / })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await rest('GET', '/mcp/volumes')).toHaveLength(1)
    await volume.getByRole('button', { name: /^Delete / }).click()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await volume.waitFor({ state: 'detached' })
    expect(await rest('GET', '/mcp/volumes')).toEqual([])
  })

  test('a refusal is told at its field, and what was written there is kept', async () => {
    const { page } = await open(async (scene) => registered(scene, { name: 'notes' }))
    const dialog = await fillIn(page, 'notes', 'example.com/nowhere:1')
    const hostIt = dialog.getByRole('button', { name: 'Host and start' })
    await dialog.getByLabel('Image').fill('No Image')
    await hostIt.click()
    await dialog.getByText('The name of an image was expected', { exact: false }).waitFor()
    expect(await dialog.locator('input:focus').inputValue()).toBe('No Image')
    await dialog.getByLabel('Image').fill(image)
    await hostIt.click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    expect(await dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Name', { exact: true }).fill('other')
    await dialog.getByLabel('Image').fill('example.com/nowhere:1')
    await hostIt.click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    expect(await dialog.getByLabel('Image').inputValue()).toBe('example.com/nowhere:1')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator('[data-hosted]').count()).toBe(1)
  })

  test('[R28] where only plain containers are, they are taken when a person allows it, and marked', async () => {
    const { page, providers } = await open((scene) => {
      scene.providers.gvisor.report = absent
    })
    await page.getByText('Only plain containers are here').waitFor()
    const dialog = await fillIn(page, 'notes', image)
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.getByText('Nothing safe is here', { exact: false }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Allow a plain container' }).click()
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await hostedRow(page, 'notes').getByText('Plain container: weaker').waitFor()
    expect(providers.plain.asked).toEqual(['start notes 1'])
  })

  test('every state can be read, in both themes, wide and narrow, and reached by keys', async () => {
    const { page } = await open(async (scene) => {
      await registered(scene, { name: 'notes', volumes: ['/data'] })
      await registered(scene, { name: 'large', image: 'example.com/large:1', provider: 'plain' })
      await registered(scene, { name: 'unresponsive', heartbeat_ms: 100 })
      const { id } = (await scene.rest('GET', '/mcp/servers/unresponsive')) as HostedServer
      scene.runtime.newest(id).isFrozen = true
    })
    await hostedRow(page, 'unresponsive').locator('[data-status="Unresponsive"]').waitFor()
    for (const theme of ['Light', 'Dark'] as const) {
      await page.setViewportSize(wide)
      await chooseTheme(page, theme)
      await goTo(page, 'Hosting')
      await page.getByRole('list', { name: 'Runtimes' }).waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.setViewportSize(narrow)
      expect(await seriousFindings(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      for (const slug of ['notes', 'unresponsive']) {
        await hostedRow(page, slug).getByRole('link').click()
        for (const tab of ['Overview', 'Log', 'Setup']) {
          await page.getByRole('tab', { name: tab }).click()
          expect(await seriousFindings(page), `${slug} ${tab}`).toEqual([])
        }
        await page.getByRole('link', { name: 'All hosted servers' }).click()
      }
    }
    await page.setViewportSize(wide)
    await page.keyboard.press('h')
    await hostedRow(page, 'notes').getByRole('link').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
    expect(page.url()).toMatch(/#\/hosting\/(large|unresponsive)/)
  })
})
