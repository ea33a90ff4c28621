/** The app for all journeys by mouse, or all by keys, with a home folder that contains other clients' files. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Person, personAt } from '#test/e2e/journeys/person'
import type { OpenedApp, Opener } from '#test/e2e/openApp'
import type { Means } from '#test/e2e/walkPage'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

export const echo = { command: process.execPath, args: [serverFile('echo')] }

export interface World {
  readonly app: OpenedApp
  readonly person: Person
  /**
   * Kills the engine, as a crash would, and starts another one on the same folder. `meanwhile` runs while the page has
   * no engine.
   */
  crash(meanwhile: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

const files = {
  '.config/Claude/claude_desktop_config.json': {
    mcpServers: { Echo: { ...echo, env: { API_KEY: 'a-hidden-value' } }, Gone: { command: 'no-such-command' } },
  },
  '.cursor/mcp.json': {
    mcpServers: {
      Echo: { ...echo, env: { API_KEY: 'a-hidden-value' } },
      Gone: { ...echo, args: [...echo.args, '--b'] },
    },
  },
  '.codeium/windsurf/mcp_config.json': '{ broken',
}

export async function openWorld(opener: Opener, means: Means): Promise<World> {
  const folder = await makeTemporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const open = () =>
    opener.open(folder.path, {
      HOME: folder.path,
      XDG_CONFIG_HOME: undefined,
      SWITCHBOARD_VAULT_KEY: 'key',
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_BASE_URL: undefined,
    })
  let app = await open()
  let person = personAt(app.page, means)
  return {
    get app() {
      return app
    },
    get person() {
      return person
    },
    async crash(meanwhile) {
      if (app.lose === null) {
        await app.kill()
        app = await open()
        person = personAt(app.page, means)
        return
      }
      const restart = await app.lose()
      await meanwhile()
      await restart()
    },
    async close() {
      await app.close()
      await folder.remove()
    },
  }
}
