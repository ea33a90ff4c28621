/** Translates shared folders' paths, and arguments that name them, to paths in a container. Pure. */
import type { ContainerLaunch } from '#contract/servers/server'

/**
 * A folder keeps its path in the container, so that arguments mean the same there. A Windows path is translated,
 * because Linux has no such paths.
 */
export function folderInside(path: string): string {
  const [, drive = '', rest = ''] = /^([A-Za-z]):[\\/]*(.*)$/s.exec(path) ?? []
  if (drive === '') return withoutEnd(path)
  return `/mnt/${drive.toLowerCase()}/${withoutEnd(rest.replaceAll('\\', '/'))}`
}

/** The package's arguments, with paths as they are in the container. */
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
