/**
 * A program that stands in for the system's browser. It writes down the addresses that the desktop app passes to it.
 */
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

export interface SystemBrowser {
  readonly environment: Readonly<Record<string, string>>
  opened(): Promise<readonly string[]>
  remove(): Promise<void>
}

export async function makeSystemBrowser(path = process.env['PATH'] ?? ''): Promise<SystemBrowser> {
  const folder = await makeTemporaryFolder()
  const opened = join(folder.path, 'opened')
  const command = join(folder.path, 'xdg-open')
  await writeFile(opened, '')
  await writeFile(command, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`)
  await chmod(command, 0o755)
  return {
    environment: { PATH: folder.path + delimiter + path },
    opened: async () => (await readFile(opened, 'utf8')).split('\n').filter((line) => line !== ''),
    remove: () => folder.remove(),
  }
}
