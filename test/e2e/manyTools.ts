/** A page of an engine with a few servers, one of which has 5,000 tools, and some calls. */
import { callApi, launchOf } from '#test/e2e/askedClient'
import type { OpenedApp, Opener } from '#test/e2e/openApp'
import { toolRow } from '#test/e2e/pageActions'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

export interface ManyTools {
  readonly app: OpenedApp
  readonly api: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
  close(): Promise<void>
}

export const toolsOfMany = 5_000

export async function openManyTools(opener: Opener): Promise<ManyTools> {
  const folder = await makeTemporaryFolder()
  const app = await opener.open(folder.path, { HOME: folder.path })
  const api: ManyTools['api'] = (method, path, body) => callApi(app.origin, app.token, method, path, body)
  await api('POST', '/servers', { name: 'Echo', launch: launchOf('echo') })
  await api('POST', '/servers', { name: 'Files', launch: launchOf('changing'), trusted: true })
  const many = launchOf('excessive', '--excess', 'entries', '--size', String(toolsOfMany), '--of', 'tools')
  await api('POST', '/servers', { name: 'Many', launch: many })
  await api('GET', '/tools/listed')
  await app.page.evaluate(`window.location.hash = '/tools'`)
  await toolRow(app.page, 'add').waitFor()
  return {
    app,
    api,
    async close() {
      await app.close()
      await folder.remove()
    },
  }
}
