/** The paths of shared folders in a container, and the arguments that name them. Pure. */
import type { ContainerLaunch } from '#contract/servers/server'

/** The same path, so arguments mean the same in the container. A Windows path is mapped, since Linux has no such path. */
export function folderInside(path: string): string {
  const [, drive = '', rest = ''] = /^([A-Za-z]):[\\/]*(.*)$/s.exec(path) ?? []
  if (drive === '') return withoutEnd(path)
  return `/mnt/${drive.toLowerCase()}/${withoutEnd(rest.replaceAll('\\', '/'))}`
}

/** The package's arguments, with the paths of the container. */
export function withFoldersInside({ package: run, folders }: Pick<ContainerLaunch, 'package' | 'folders'>): string[] {
  return (run?.args ?? []).map((arg) => {
    const folder = folders.find(({ path }) => arg === path || arg.startsWith(path.endsWith('\\') ? path : `${path}\\`))
    return folder === undefined || !/^[A-Za-z]:/.test(folder.path) ? arg : folderInside(arg)
  })
}

function withoutEnd(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
