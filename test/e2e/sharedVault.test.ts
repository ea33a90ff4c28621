/** Pages of several engines on one Postgres: what each says about the vault, and secrets set on another engine. */
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '#test/e2e/openApp'
import { goTo } from '#test/e2e/pageActions'
import { findPostgres } from '#test/support/postgres'
import { temporaryFolder } from '#test/support/temporaryFolder'

const postgres = findPostgres()
const opener = await openBrowser()
afterAll(() => opener?.close())

// Catches a page that says that secrets stay in this machine's vault although they are shared, or that shows outdated
// names.
test.skipIf(postgres === null || opener === null)(
  '[R31] the page says which vault is used, and shows secrets that were set on another engine',
  async () => {
    const url = await postgres?.createDatabase()
    const openPage = async (key: string | undefined) => {
      const app = await opener?.open(await temporaryFolder(), { DATABASE_URL: url, SWITCHBOARD_VAULT_KEY: key })
      if (app === undefined) throw new Error('there is no browser')
      onTestFinished(() => app.close())
      await goTo(app.page, 'Settings')
      await app.page.getByRole('link', { name: 'Secrets' }).click()
      return app
    }
    const { page } = await openPage('the key')
    const { page: other, complaints } = await openPage('the key')
    for (const one of [page, other])
      await one.getByText('kept in the vault that engines on this database share').waitFor()
    await page.getByRole('button', { name: 'Set a secret' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a secret' })
    await dialog.getByLabel('Name', { exact: true }).fill('MY_TOKEN')
    await dialog.getByLabel('Value', { exact: true }).fill('hidden-value-of-the-test')
    await dialog.getByRole('button', { name: 'Save to vault' }).click()
    await other.locator('[data-secret="MY_TOKEN"]').waitFor()
    const { page: apart } = await openPage(undefined)
    await apart.getByText('kept in the vault on this machine').waitFor()
    await apart.getByText('start each of them with the same SWITCHBOARD_VAULT_KEY').waitFor()
    const { page: closed } = await openPage('another key')
    await closed.getByText('Start this engine with the key of the others').waitFor()
    await closed.locator('[data-secret="MY_TOKEN"]').waitFor()
    expect(complaints).toEqual([])
  },
)
