/** Hosted servers, as a user sees them. The runtime is in memory; engine, doors and browser are real. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { focusLoss, focusWatch } from '#test/e2e/focusWatch'
import { absent, type HostingScene, openHosting, token } from '#test/e2e/hostingScene'
import { chooseTheme, goTo, rowOf, seriousFindings } from '#test/e2e/pageActions'
import { launchBrowser } from '#test/support/browser'
import { fakeNpm } from '#test/support/hosting/fakePackages'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { ableReport } from '#test/support/hosting/fakeProvider'

const browser = await launchBrowser()
afterAll(() => browser?.close())

const wide = { width: 1280, height: 832 }
const narrow = { width: 400, height: 832 }
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
  test('[R24] [R28] a user without a runtime is told how to get one, hosts a server with the form, and finds it among the others', async () => {
    const { page, providers } = await open((scene) => {
      for (const provider of [scene.providers.gvisor, scene.providers.plain]) provider.report = absent
    })
    // A part that both runtimes lack is mentioned once, with the command to install it.
    await page.getByText('No Docker Engine answers').waitFor()
    expect(await page.getByText('No Docker Engine answers').count()).toBe(1)
    await page.getByRole('button', { name: 'Copy apt-get install docker.io' }).waitFor()
    expect(await page.getByRole('button', { name: 'Host a server' }).isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    for (const provider of [providers.gvisor, providers.plain]) provider.report = ableReport
    await page.getByRole('button', { name: 'Check again' }).click()
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
    // The in-memory runtime cannot enforce a disk limit.
    await detail.getByText('1 GB (not enforced by this runtime)').waitFor()
    expect(await page.content()).not.toContain('value-nobody-sees')

    await goTo(page, 'Servers')
    await rowOf(page, 'notes').locator('[data-status="Ready"]').waitFor()
    await rowOf(page, 'notes').getByRole('link', { name: 'Notes' }).click()
    await page.locator('[data-tool="echo"]').waitFor()
    await rowOf(page, 'notes').getByRole('link', { name: 'Hosted' }).click()
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
  })

  test('[R26] a crash is shown with its exit code and last output until the server is restarted by hand', async () => {
    const { page, runtime, rest } = await open(async (scene) => registered(scene, { name: 'notes' }))
    const { id } = (await rest('GET', '/mcp/servers/notes')) as HostedServer
    await hostedRow(page, 'notes').getByRole('link').click()
    await page.getByText('The server has not crashed.').waitFor()
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

  test('[R27] resource use is drawn, and also described in words for screen readers', async () => {
    const { page } = await open(async (scene) => registered(scene, { name: 'notes' }))
    await hostedRow(page, 'notes').getByRole('link').click()
    await page.getByRole('img', { name: /^Memory over .*: now 19 MB, highest 19 MB, limit 512 MB$/ }).waitFor()
    const cpu = page.getByRole('img', { name: /^CPU over / })
    expect(await cpu.getAttribute('aria-label')).toMatch(/: now 1 %, highest 1 %, limit 50 %$/)
  })

  test('[R29] removal is undone with its volumes; a volume is saved as a file, and deleted only on request', async () => {
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
    await volume.getByText('Its server was removed').waitFor()
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

  test('the effect of a change is shown before the server restarts, and Undo reverts the change', async () => {
    const { page, runtime, rest } = await open(async (scene) => {
      scene.runtime.images.set('example.com/notes:2', scene.runtime.images.get(image)!)
      await registered(scene, { name: 'notes', environment: { KEY: 'first-value' }, volumes: ['/data'] })
    })
    const { id } = (await rest('GET', '/mcp/servers/notes')) as HostedServer
    await hostedRow(page, 'notes').getByRole('link').click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings of notes' })
    await dialog.getByLabel('Image').fill('example.com/notes:2')
    await dialog.getByRole('textbox', { name: 'Value of KEY' }).fill('second-value')
    const changes = dialog.getByRole('region', { name: 'Saving makes these changes' })
    await changes.getByText('example.com/notes:1 → example.com/notes:2').waitFor()
    await changes.getByText('Variable KEY').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(runtime.newest(id).spec.generation).toBe(1)
    await dialog.getByRole('button', { name: 'Save and restart' }).click()
    await dialog.waitFor({ state: 'detached' })
    await hostedRow(page, 'notes').getByText('example.com/notes:2').waitFor()
    expect(runtime.newest(id).spec.environment['KEY']).toBe('second-value')
    await page.getByRole('button', { name: 'Undo' }).click()
    await hostedRow(page, 'notes').getByText('example.com/notes:1').waitFor()
    await hostedRow(page, 'notes').locator('[data-status="Running"]').waitFor()
    expect(runtime.newest(id).spec.environment['KEY']).toBe('first-value')
  })

  test('a package is shown before it runs, then installed and updated; folders are shared only if the user chooses them', async () => {
    const folder = await temporaryFolder()
    const { page, runtime } = await open(async (scene) => {
      await scene.rest('PATCH', '/settings', { npmRegistry: await fakeNpm({ '@scope/notes': ['1.0.0', '1.1.0'] }) })
    })
    await page.getByRole('button', { name: 'Run a package' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run a package' })
    const start = dialog.getByRole('button', { name: 'Install and start' })
    await start.click()
    await dialog.getByText('Enter a package.').waitFor()
    await dialog.getByLabel('Package').fill('npx -y @scope/nowhere')
    await dialog.getByText('npm has no package @scope/nowhere', { exact: false }).waitFor()
    await dialog.getByLabel('Package').fill(`npx -y @scope/notes@1.0.0 ${folder}`)
    await dialog.getByText('npm install --ignore-scripts @scope/notes@1.0.0').waitFor()
    await dialog.getByLabel(`Access to ${folder}`).selectOption('Read only')
    expect(await seriousFindings(page)).toEqual([])
    expect(runtime.history).toEqual([])
    await start.click()
    await dialog.waitFor({ state: 'detached' })
    await hostedRow(page, 'notes').locator('[data-status="Running"]').waitFor()
    const [, ran] = runtime.history
    expect(ran?.spec.folders).toEqual([{ from: folder, path: folder, isReadOnly: true }])
    await page.getByRole('tab', { name: 'Setup' }).click()
    const setup = page.getByRole('tabpanel', { name: 'Setup' })
    await setup.getByText('@scope/notes@1.0.0').waitFor()
    await hostedRow(page, 'notes').getByText('@scope/notes@1.0.0').waitFor()
    await page.getByText('@scope/notes 1.1.0 is available').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Update…' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings of notes' })
    await settings.getByText('1.0.0 → 1.1.0').waitFor()
    await settings.getByRole('button', { name: 'Save and restart' }).click()
    await settings.waitFor({ state: 'detached' })
    await setup.getByText('@scope/notes@1.1.0').waitFor()
    await page.getByText('@scope/notes 1.1.0 is available').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await settings.getByLabel('Arguments').fill(`--title "my notes" ${folder}`)
    await settings.getByRole('region', { name: 'Saving makes these changes' }).getByText('Arguments').waitFor()
    await settings.getByLabel(`Access to ${folder}`).selectOption('Read and write')
    expect(await seriousFindings(page)).toEqual([])
    await settings.getByRole('button', { name: 'Save and restart' }).click()
    await settings.waitFor({ state: 'detached' })
    const { spec } = runtime.history.at(-1)!
    expect(spec.command?.slice(2)).toEqual(['--title', 'my notes', folder])
    expect(spec.folders).toEqual([{ from: folder, path: folder, isReadOnly: false }])
  })

  test('a server that npx starts is moved into a container by a switch, and back', async () => {
    const { page, rest, runtime } = await open(async (scene) => {
      await scene.rest('PATCH', '/settings', { npmRegistry: await fakeNpm({ '@scope/notes': ['1.0.0'] }) })
      const launch = { transport: 'stdio', command: 'npx', args: ['-y', '@scope/notes'] }
      await scene.rest('POST', '/servers', { name: 'Notes', launch, enabled: false })
    })
    await goTo(page, 'Servers')
    await rowOf(page, 'notes').getByRole('link', { name: 'Notes' }).click()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('switch', { name: 'Run in isolation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run Notes isolated' })
    await dialog.getByText('npx -y @scope/notes').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Install and move' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Setup' }).click()
    expect(runtime.history).toHaveLength(1)
    await page.getByRole('switch', { name: 'Run in isolation' }).click()
    await page.getByRole('tab', { name: 'Details' }).waitFor()
    expect(await rest('GET', '/mcp/servers')).toEqual([])
    expect(await rest('GET', '/servers')).toMatchObject([{ slug: 'notes', launch: { command: 'npx' } }])
  })

  test('a refusal appears at its field, and the input is kept', async () => {
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
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.locator('[data-hosted]').count()).toBe(1)
  })

  test('[R28] plain containers need the user’s consent if they are the only runtime, and are marked', async () => {
    const { page, providers } = await open((scene) => {
      scene.providers.gvisor.report = absent
    })
    await page.getByText('Only plain containers are available').waitFor()
    const dialog = await fillIn(page, 'notes', image)
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.getByText('No safe runtime is available', { exact: false }).waitFor()
    await dialog.getByRole('checkbox', { name: 'Allow a plain container' }).click()
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await hostedRow(page, 'notes').getByText('Plain container: weaker').waitFor()
    expect(providers.plain.asked).toEqual(['start notes 1'])
  })

  // Catches a cloud that receives the image and the variables without consent, consent that outlives its form, and a
  // machine that has only the cloud and cannot use it.
  test('[R28] the E2B cloud needs the user’s consent for each server, and is named beside it', async () => {
    const { page, providers } = await open((scene) => {
      for (const provider of [scene.providers.gvisor, scene.providers.plain]) provider.report = absent
      scene.providers.e2b.report = { ...ableReport, isCloud: true }
    })
    await page.getByText('but the E2B cloud can', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Run a package' }).isDisabled()).toBe(true)
    const dialog = await fillIn(page, 'notes', image)
    const consent = dialog.getByRole('checkbox', { name: 'Allow the E2B cloud' })
    await dialog.getByText('The image, variables and calls go to E2B, which bills you.', { exact: false }).waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Allow a plain container' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.getByText('No safe runtime is available', { exact: false }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(providers.e2b.asked).toEqual([])
    await consent.click()
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.waitFor({ state: 'detached' })
    await hostedRow(page, 'notes').getByText('E2B').waitFor()
    expect(providers.e2b.asked).toEqual(['start notes 1'])
    await page.getByRole('tab', { name: 'Setup' }).click()
    await page.getByRole('region', { name: 'notes' }).getByText('E2B', { exact: false }).first().waitFor()
    const other = await fillIn(page, 'other', image)
    expect(await other.getByRole('checkbox', { name: 'Allow the E2B cloud' }).isChecked()).toBe(false)
  })

  // Catches a refused host that a person cannot see, so that the list is never completed.
  test('a server with a list of hosts shows how many requests were allowed, and which targets were refused', async () => {
    const { page, runtime, rest } = await open((scene) => {
      scene.providers.gvisor.report = { ...ableReport, noAllowList: null }
    })
    const dialog = await fillIn(page, 'notes', image)
    await dialog.getByText('The internet, your local network, and services on this machine.').waitFor()
    await dialog.getByLabel('Network access').selectOption('Only some hosts')
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.locator('textarea:focus').fill('api.example.com\n*.example.org')
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { id } = (await rest('GET', '/mcp/servers/notes')) as HostedServer
    expect(runtime.newest(id).spec.network).toEqual({ mode: 'allow', hosts: ['api.example.com', '*.example.org'] })
    runtime.newest(id).networkUse = { allowed: 3, refused: 2, refusedTargets: ['tracker.example.net:443'] }
    await page.getByRole('tab', { name: 'Setup' }).click()
    await page.getByText('Only api.example.com, *.example.org').waitFor()
    await page.getByText('3 allowed, 2 refused: tracker.example.net:443').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  // Catches a diagnosis that starts a second container beside the running one, or that calls a container a process.
  test('[R27] a hosted server is diagnosed in its container; a stopped one is told why it does not start', async () => {
    const { page, runtime, rest } = await open(async (scene) =>
      registered(scene, { name: 'notes', restart_policy: 'never' }),
    )
    await goTo(page, 'Servers')
    await rowOf(page, 'notes').getByRole('link', { name: 'Notes' }).click()
    await page.getByRole('button', { name: 'Diagnose' }).click()
    const sheet = page.getByRole('dialog', { name: 'Diagnosis of notes' })
    await sheet
      .getByText('If its container is running, Switchboard checks it without a restart.', { exact: false })
      .waitFor()
    await sheet.locator('[data-verdict="healthy"]').waitFor()
    await sheet.getByText('notes runs and lists 5 tools.').waitFor()
    for (const phase of ['runtime', 'image', 'container', 'handshake', 'listing'])
      await sheet.locator(`[data-phase="${phase}"]`).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(runtime.history).toHaveLength(1)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    const { id } = (await rest('GET', '/mcp/servers/notes')) as HostedServer
    runtime.images.delete(image)
    runtime.newest(id).crash(3)
    await rowOf(page, 'notes').locator('[data-status="Ready"]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Diagnose' }).last().click()
    await sheet.locator('[data-verdict="ill"]').waitFor()
    await sheet.locator('[data-phase="image"][data-outcome="failed"]').waitFor()
    expect(await sheet.getByRole('list', { name: 'What to do' }).getByRole('listitem').count()).toBeGreaterThan(0)
  })

  test('every state is readable in both themes, wide and narrow, and reachable by keyboard', async () => {
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
      // A clipped button does not widen the page, so its position is checked, too.
      const last = await page.getByRole('button', { name: 'Host a server' }).boundingBox()
      expect((last?.x ?? 0) + (last?.width ?? Infinity)).toBeLessThanOrEqual(narrow.width)
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
