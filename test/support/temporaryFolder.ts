/**
 * Folders for one test or one test file. Their names are short, because they contain sockets, whose paths are limited.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface TemporaryFolder {
  readonly path: string
  remove(): Promise<void>
}

/** For hooks. The caller removes the folder. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'sb-')))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

/** For use inside a test. The folder is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeTemporaryFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}
