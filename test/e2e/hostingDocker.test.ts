/** The built command with its page, and a server that it hosts on a real Docker Engine, with gVisor. */
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { callApi } from '#test/e2e/askedClient'
import { openBrowser } from '#test/e2e/openApp'
import { goTo, seriousFindings } from '#test/e2e/pageActions'
import { rawDocker } from '#test/integration/hosting/docker'
import { makeImage, serverArguments } from '#test/support/hosting/testImages'
import { hasPart } from '#test/support/parts/hasPart'
import { temporaryFolder } from '#test/support/temporaryFolder'

const isThere = hasPart('docker') && hasPart('gvisor')
const opener = isThere ? await openBrowser() : null
afterAll(() => opener?.close())

const image = 'page-echo:1'

describe.runIf(opener !== null)('a browser', () => {
  test('[R24] [R26] [R27] [R29] a server is hosted with the form, killed, started again and removed; its volume stays', async () => {
    const docker = rawDocker()
    await makeImage(docker, image, { arguments: serverArguments('echo') })
    const environment = { DOCKER_HOST: inject('docker') ?? '', SWITCHBOARD_VAULT_KEY: 'key' }
    const app = await opener!.open(await temporaryFolder(), environment)
    onTestFinished(() => app.close())
    const { page, origin, token } = app
    const read = async () => (await callApi(origin, token, 'GET', '/mcp/servers/notes')) as HostedServer

    await goTo(page, 'Hosting')
    await page.getByText('servers run in gVisor').waitFor()
    await page.getByRole('button', { name: 'Host a server' }).click()
    const dialog = page.getByRole('dialog', { name: 'Host a server' })
    await dialog.getByLabel('Image').fill(image)
    await dialog.getByLabel('Name', { exact: true }).fill('Notes')
    await dialog.getByLabel('Volumes').fill('/data')
    await dialog.getByRole('button', { name: 'Host and start' }).click()
    await dialog.waitFor({ state: 'detached', timeout: 60_000 })
    const row = page.locator('[data-hosted="notes"]')
    await row.locator('[data-status="Running"]').waitFor({ timeout: 60_000 })
    await row.getByText('gVisor').waitFor()
    await page.getByRole('img', { name: /^Memory over .*: now [\d.]+ MB/ }).waitFor({ timeout: 30_000 })
    expect(await seriousFindings(page)).toEqual([])

    const { container_id: first } = await read()
    await docker.getContainer(first ?? '').kill({ signal: 'SIGKILL' })
    await page.getByRole('list', { name: 'Crashes' }).getByText('exit code 137').waitFor({ timeout: 30_000 })
    await row.getByText('1 restart').waitFor()
    await row.locator('[data-status="Running"]').waitFor({ timeout: 30_000 })
    const call = { method: 'tools/call', params: { name: 'echo', arguments: { text: 'again' } } }
    expect(JSON.stringify(await callApi(origin, token, 'POST', '/mcp/servers/notes/call', call))).toContain('again')
    const { container_id: second } = await read()
    expect(second).not.toBe(first)

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Removed Notes', { exact: true }).waitFor({ timeout: 60_000 })
    const volume = page.locator('[data-volume]')
    await volume.getByText('Its server was removed').waitFor()
    await expect(docker.getContainer(second ?? '').inspect()).rejects.toMatchObject({ statusCode: 404 })
    await volume.getByRole('button', { name: /^Delete / }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await volume.waitFor({ state: 'detached' })
  })
})
