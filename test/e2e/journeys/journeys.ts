/**
 * Users' goals, each as steps that work by mouse and by keys. They run in this order in one app, and may use what
 * earlier ones left. A new journey is a line in the table.
 */
import { expect } from 'vitest'
import { echo, type World } from '#test/e2e/journeys/world'
import { answered, messageBox } from '#test/e2e/chatActions'
import { rowOf, status, toolRow } from '#test/e2e/pageActions'

export interface Journey {
  /** A sentence that is true when the journey is over. */
  readonly title: string
  readonly take: (world: World) => Promise<void>
}

const words = (command: string, ...args: string[]) => [command, ...args].map((word) => `"${word}"`).join(' ')

export const journeys: readonly Journey[] = [
  {
    title:
      'first start: the sample is tried and removed; what is on this machine is found, added, undone and added again',
    async take({ person, app: { page } }) {
      const heading = page.getByRole('heading', { name: 'Run your MCP servers here' })
      await person.press(page.getByRole('button', { name: 'Try the sample server' }))
      await status(page, 'sample', 'Ready')
      await toolRow(page, 'convert').waitFor()
      await person.press(page.getByRole('button', { name: 'Remove', exact: true }))
      await heading.waitFor()

      await page.getByRole('heading', { name: 'Found on this machine' }).waitFor()
      expect(await page.getByRole('list', { name: 'Files that cannot be read' }).innerText()).toContain('Windsurf')
      const found = page.getByRole('list', { name: 'Servers of Claude Desktop' }).getByRole('listitem')
      expect(await found.filter({ hasText: 'Also in Cursor' }).innerText()).toContain("API_KEY='***'")
      expect(await found.filter({ hasText: 'Gone' }).innerText()).toContain('was not found on this machine')
      await page.getByText('Claude Desktop has a different server called Gone.').waitFor()
      await page.getByText('2 of 3 selected').waitFor()
      await person.press(page.getByRole('checkbox', { name: 'Import Gone (Cursor)' }))
      await person.press(page.getByRole('button', { name: 'Add 1 server', exact: true }))
      await status(page, 'echo', 'Ready')
      await person.undo('Added 1 server')
      await heading.waitFor()
      await person.press(page.getByRole('button', { name: 'Add 2 servers', exact: true }))
      await status(page, 'echo', 'Ready')
      await status(page, 'gone-cursor', 'Ready')
      await page.getByRole('link', { name: 'Connect 2 clients' }).waitFor()
      await person.press(page.getByRole('button', { name: 'Dismiss this offer' }))
    },
  },
  {
    title: 'paste: a command becomes a server with tools',
    async take({ person, app: { page } }) {
      await person.press(page.getByRole('button', { name: 'Add server' }))
      const dialog = page.getByRole('dialog', { name: 'Add a server' })
      await person.write(dialog.getByLabel('Command or address'), words(echo.command, ...echo.args, '--pasted'))
      await person.write(dialog.getByLabel('Name', { exact: true }), 'Pasted')
      await person.press(dialog.getByRole('button', { name: 'Add and start' }))
      await status(page, 'pasted', 'Ready')
      await toolRow(page, 'echo').waitFor()
    },
  },
  {
    title: 'import: a configuration file is reviewed, imported and undone',
    async take({ person, app: { page } }) {
      await person.press(page.getByRole('button', { name: 'Import a configuration file' }))
      const dialog = page.getByRole('dialog', { name: 'Import a configuration file' })
      const servers = { Imported: { ...echo, args: [...echo.args, '--imported'] } }
      await person.write(dialog.getByLabel('Or paste its contents'), JSON.stringify({ mcpServers: servers }))
      await dialog.getByText('--imported').waitFor()
      await person.press(dialog.getByRole('button', { name: 'Import and start this command' }))
      await status(page, 'imported', 'Ready')
      await person.undo('Imported 1 server')
      await rowOf(page, 'imported').waitFor({ state: 'detached' })
    },
  },
  {
    title: 'repair: a server that fails is diagnosed, its command corrected, and it works',
    async take({ person, app: { page } }) {
      await person.press(page.getByRole('button', { name: 'Add server' }))
      const dialog = page.getByRole('dialog', { name: 'Add a server' })
      await person.write(dialog.getByLabel('Command or address'), 'no-such-command')
      await person.write(dialog.getByLabel('Name', { exact: true }), 'Broken')
      await person.press(dialog.getByRole('button', { name: 'Add and start' }))
      const failed = rowOf(page, 'broken').locator('[data-status="Failed"], [data-status="Retrying"]')
      await failed.waitFor()
      const choose = async (entry: string) => {
        await person.press(rowOf(page, 'broken').getByRole('button', { name: 'Actions for Broken' }))
        await person.press(page.getByRole('menuitem', { name: entry }))
      }
      await choose('Diagnose')
      const sheet = page.getByRole('dialog', { name: 'Diagnosis of Broken' })
      await sheet.locator('[data-verdict="ill"]').waitFor()
      await person.press(sheet.getByRole('button', { name: 'Close' }).first())
      await choose('Settings')
      const settings = page.getByRole('dialog', { name: 'Settings of Broken' })
      await person.write(settings.getByLabel('Command or address'), words(echo.command, ...echo.args, '--repaired'))
      await person.press(settings.getByRole('button', { name: 'Save' }))
      await status(page, 'broken', 'Ready')
    },
  },
  {
    title: 'projects: a new project gets the sample server, is removed and restored',
    async take({ person, app: { page } }) {
      const project = page.getByRole('button', { name: /^Project:/ })
      await person.press(project)
      await person.press(page.getByRole('menuitem', { name: 'New project' }))
      const dialog = page.getByRole('dialog', { name: 'New project' })
      await person.write(dialog.getByLabel('Name', { exact: true }), 'Lab')
      await person.press(dialog.getByRole('button', { name: 'Add project' }))
      await dialog.waitFor({ state: 'detached' })
      await person.goTo('Chat')
      await person.press(page.getByRole('button', { name: 'Add sample server' }))
      await person.goTo('Servers')
      await status(page, 'sample', 'Ready')
      await person.press(project)
      await person.press(page.getByRole('menuitem', { name: 'Project settings' }))
      await person.press(page.getByRole('dialog', { name: 'Project Lab' }).getByRole('button', { name: 'Remove' }))
      await rowOf(page, 'sample').getByText('In no project').waitFor()
      await person.undo('Removed Lab')
      await rowOf(page, 'sample').getByText('In no project').waitFor({ state: 'detached' })
      await person.press(project)
      await person.press(page.getByRole('menuitemradio', { name: 'All projects' }))
      await rowOf(page, 'echo').waitFor()
    },
  },
  {
    title: 'tools: a tool is found, run and switched off and on',
    async take({ person, app: { page } }) {
      await person.goTo('Tools')
      await person.write(page.getByLabel('Search tools'), 'convert')
      await person.press(toolRow(page, 'convert').getByRole('button', { name: 'convert', exact: true }))
      const sheet = page.getByRole('dialog')
      await person.press(sheet.getByRole('tab', { name: 'JSON' }))
      await person.write(sheet.getByLabel('Arguments (JSON)'), '{"value": 1, "from": "km", "to": "m"}')
      await person.press(sheet.getByRole('button', { name: 'Run', exact: true }))
      await sheet.locator('[data-run="done"]').getByText('1000').first().waitFor()
      await person.press(sheet.getByRole('button', { name: 'Close' }).first())
      for (const checked of [false, true]) {
        await person.press(toolRow(page, 'convert').getByRole('switch'))
        await toolRow(page, 'convert').getByRole('switch', { checked }).waitFor()
      }
      await person.write(page.getByLabel('Search tools'), '')
    },
  },
  {
    title: 'chat: a call waits for approval and is allowed, another is denied with a reason',
    async take({ person, app: { page } }) {
      await person.goTo('Chat')
      await person.press(page.getByRole('button', { name: 'New conversation', exact: true }))
      await page.getByRole('heading', { name: 'What can I help with?' }).waitFor()
      await person.enter(messageBox(page), 'Use add with 2 and 40')
      await person.press(page.getByRole('button', { name: 'Allow once' }))
      await answered(page, '42')
      await person.enter(messageBox(page), 'Use add with 3 and 40')
      await person.press(page.getByRole('button', { name: 'Deny with reason…' }))
      await person.write(page.getByLabel('Reason'), 'not now')
      await person.press(page.getByRole('button', { name: 'Deny', exact: true }))
      await page.locator('[data-call][data-status="denied"]').waitFor()
      await page.locator('[data-run-kind="idle"]').waitFor()
    },
  },
  {
    title: 'clients: a client is connected after its change was shown, and disconnected',
    async take({ person, app: { page } }) {
      await person.goTo('Clients')
      const cursor = page.locator('[data-client="cursor"]')
      for (const verb of ['Connect', 'Disconnect']) {
        await person.press(cursor.getByRole('button', { name: verb, exact: true }))
        const dialog = page.getByRole('dialog', { name: `${verb} Cursor` })
        await dialog.getByText('mcp.json').first().waitFor()
        await person.press(dialog.getByRole('button', { name: verb, exact: true }))
        await person.press(dialog.getByRole('button', { name: 'Close' }).last())
        await cursor
          .getByText('connected', { exact: true })
          .waitFor({ state: verb === 'Connect' ? 'visible' : 'detached' })
      }
    },
  },
  {
    title: 'activity: a call is opened and shows what was sent and received',
    async take({ person, app: { page } }) {
      await person.goTo('Activity')
      const call = page.locator('[data-call]').filter({ hasText: 'convert' }).first()
      await person.press(call.getByRole('button').first())
      const sheet = page.getByRole('dialog')
      await sheet.locator('[data-part="arguments"]').getByText('km').first().waitFor()
      await person.press(sheet.getByRole('button', { name: 'Close' }).first())
    },
  },
  {
    title: 'settings: a secret is stored and removed, and a setting is changed',
    async take({ person, app: { page } }) {
      await person.goTo('Settings')
      await person.press(page.getByRole('link', { name: 'Secrets' }))
      await person.press(page.getByRole('button', { name: 'Set a secret' }))
      const dialog = page.getByRole('dialog', { name: 'Set a secret' })
      await person.write(dialog.getByLabel('Name', { exact: true }), 'MY_TOKEN')
      await person.write(dialog.getByLabel('Value', { exact: true }), 'a value of this journey')
      await person.press(dialog.getByRole('button', { name: 'Save to vault' }))
      await person.press(page.getByRole('button', { name: 'Remove MY_TOKEN' }))
      await person.press(page.getByRole('dialog', { name: 'Remove MY_TOKEN?' }).getByRole('button', { name: 'Remove' }))
      await page.locator('[data-secret="MY_TOKEN"]').waitFor({ state: 'detached' })
      await person.press(page.getByRole('link', { name: 'Records' }))
      await person.enter(page.getByLabel('Days that calls are kept'), '7')
      await person.goTo('Activity')
      await page.getByText('Kept for 7 days.').waitFor()
    },
  },
  {
    title: 'lost engine: the page says so, keeps what it shows, and continues with the next engine',
    async take(world) {
      await world.person.goTo('Servers')
      await status(world.app.page, 'echo', 'Ready')
      const lost = () => world.app.page.getByText('Connection to the engine lost')
      await world.crash(async () => {
        await lost().waitFor()
        expect(await rowOf(world.app.page, 'echo').isVisible()).toBe(true)
      })
      await lost().waitFor({ state: 'detached' })
      const { person, app } = world
      await person.press(rowOf(app.page, 'echo').getByRole('link').first())
      await person.press(toolRow(app.page, 'pid').getByRole('button', { name: 'pid', exact: true }))
      const sheet = app.page.getByRole('dialog')
      await person.press(sheet.getByRole('button', { name: 'Run', exact: true }))
      await sheet.locator('[data-run="done"]').waitFor()
      await person.press(sheet.getByRole('button', { name: 'Close' }).first())
    },
  },
]
