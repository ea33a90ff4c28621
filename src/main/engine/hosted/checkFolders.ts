/** Checks that the folders to share with a container exist. */
import { stat } from 'node:fs/promises'
import { AppError } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'

export async function checkFolders({ folders }: Pick<ContainerLaunch, 'folders'>): Promise<void> {
  for (const [index, { path }] of folders.entries()) {
    if (!(await isFolder(path)))
      throw new AppError('INVALID_INPUT', `folders.${index}: there is no folder ${path} on this machine`, {
        data: { path: `folders.${index}` },
      })
  }
}

export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() === true
}
