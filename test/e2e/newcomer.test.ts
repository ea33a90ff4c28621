/** The first minutes of a user without a key and without a server, in both hosts. */
import { chmod, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callApi } from '#test/e2e/askedClient'
import { answered, send, thread } from '#test/e2e/chatActions'
import { type Opener, openHosts } from '#test/e2e/openApp'
import { countPresses } from '#test/e2e/pageActions'
import { temporaryFolder } from '#test/support/temporaryFolder'

const hosts = await openHosts()

/** The commands that are replaced by a script that fails, so that nothing is downloaded and nothing else is started. */
const noCommands = ['npx', 'npm', 'node', 'switchboard']

async function openFresh(opener: Opener) {
  const [dataFolder, commands] = [await temporaryFolder(), await temporaryFolder()]
  for (const command of noCommands) {
    await writeFile(join(commands, command), '#!/bin/sh\necho "no registry can be reached" >&2\nexit 9\n')
    await chmod(join(commands, command), 0o755)
  }
  // An app started from a desktop first looks on the PATH of the login shell.
  await writeFile(join(dataFolder, '.profile'), `PATH='${commands}':"$PATH"\nexport PATH\n`)
  const app = await opener.open(dataFolder, {
    HOME: dataFolder,
    PATH: commands + delimiter + (process.env['PATH'] ?? ''),
    SHELL: '/bin/sh',
    ANTHROPIC_API_KEY: undefined,
    ANTHROPIC_BASE_URL: undefined,
  })
  onTestFinished(() => app.close())
  await app.page.getByRole('heading', { name: 'Run your MCP servers here' }).waitFor()
  return app
}

describe.each(hosts)('in %s', (_, opener) => {
  test('[R32] [R11] a newcomer with no key and no server has the practice model call a tool of the sample server with three clicks, offline', async () => {
    const { page, complaints } = await openFresh(opener)
    const presses = await countPresses(page)
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByText('You are using the practice model.').waitFor()
    await page.getByText('switchboard sample').waitFor()
    await page.getByRole('button', { name: 'Add sample server' }).click()
    await page.getByRole('button', { name: /^Use echo/ }).waitFor()
    await send(page, 'Use echo with "hello from a newcomer"')
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
    await answered(page, 'hello from a newcomer')
    expect(await presses()).toBe(3)
    expect(await page.locator('[data-model="practice"]').innerText()).toContain('Practice model')
    expect(complaints).toEqual([])
  })

  test('[R32] two clicks call a tool that is built into Switchboard', async () => {
    const { page } = await openFresh(opener)
    const presses = await countPresses(page)
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.getByRole('button', { name: 'Show me a recipe for pancakes' }).click()
    await page.locator('[data-call][data-status="succeeded"]').waitFor()
    await thread(page).getByRole('list', { name: 'Ingredients' }).getByText('250 g flour').waitFor()
    expect(await presses()).toBe(2)
  })

  test('[R32] a first server that does not start is shown in the chat, with a link to its log', async () => {
    const { page, origin, token } = await openFresh(opener)
    await page.getByRole('link', { name: 'Chat' }).click()
    const launch = { transport: 'stdio', command: 'npx', args: ['-y', 'a-server'] }
    await callApi(origin, token, 'POST', '/servers', { name: 'Downloaded', launch })
    const onTheWay = page.getByRole('list', { name: 'Servers without tools yet' })
    await onTheWay.locator('[data-status="Failed"], [data-status="Retrying"]').waitFor()
    await onTheWay.getByRole('link', { name: 'Downloaded' }).click()
    await page.getByRole('tab', { name: 'Log' }).click()
    expect(await page.getByText('no registry can be reached').first().innerText()).toContain('no registry')
  })
})
