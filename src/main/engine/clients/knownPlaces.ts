/**
 * Where clients store their servers, in one table. A path part that ends in `*` matches every folder with that
 * beginning. Pure.
 */
import { homedir } from 'node:os'
import { basename, dirname, posix, win32 } from 'node:path'
import type { ClientName } from '#contract/clients/clientNames'

export interface ClientHome {
  readonly platform: NodeJS.Platform
  /** The person's home folder. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The home folder of the person whose environment this is. */
export function homeOf(environment: ClientHome['environment']): ClientHome {
  const { platform } = process
  const folder = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME']
  return { platform, folder: folder === undefined || folder === '' ? homedir() : folder, environment }
}

export interface KnownPlace {
  readonly path: string
  readonly scope: 'user' | 'project'
  /** The folder that a project's file is for. */
  readonly folder: string | null
  /** Whether Switchboard only reads servers there, because it writes to another of the client's files. */
  readonly isOnlyRead: boolean
}

/** Where a person's program data is. */
type Root = 'home' | 'settings' | 'local' | 'xdg'

interface UserPlace {
  readonly root: Root
  readonly path: readonly string[]
  /** The platforms that have this place; absent: all. */
  readonly platforms?: readonly ('darwin' | 'linux' | 'win32')[]
  readonly isOnlyRead?: true
}

interface ClientPlaces {
  readonly user: readonly UserPlace[]
  readonly project: readonly (readonly string[])[]
}

const desktopFile = ['Claude', 'claude_desktop_config.json']
const codeFolders = ['Code', 'Code - Insiders', 'VSCodium']

const table: Readonly<Record<ClientName, ClientPlaces>> = {
  'claude-desktop': {
    user: [
      // Installed as an MSIX package, the app reads this file and never the usual one, which may still exist.
      { root: 'local', path: ['Packages', 'Claude_*', 'LocalCache', 'Roaming', ...desktopFile], platforms: ['win32'] },
      { root: 'settings', path: desktopFile },
    ],
    project: [],
  },
  'claude-code': { user: [{ root: 'home', path: ['.claude.json'] }], project: [['.mcp.json']] },
  cursor: {
    user: [{ root: 'home', path: ['.cursor', 'mcp.json'] }],
    project: [['.cursor', 'mcp.json']],
  },
  vscode: {
    user: codeFolders.flatMap((folder) => [
      { root: 'settings', path: [folder, 'User', 'mcp.json'] },
      // VS Code also reads servers from its settings, but wants them in a separate file.
      { root: 'settings', path: [folder, 'User', 'settings.json'], isOnlyRead: true } as const,
    ]),
    project: [
      ['.vscode', 'mcp.json'],
      ['.vscode', 'settings.json'],
    ],
  },
  windsurf: {
    user: [{ root: 'home', path: ['.codeium', 'windsurf', 'mcp_config.json'] }],
    project: [],
  },
  zed: {
    user: [
      { root: 'xdg', path: ['zed', 'settings.json'], platforms: ['darwin', 'linux'] },
      { root: 'settings', path: ['Zed', 'settings.json'], platforms: ['win32', 'darwin'] },
      { root: 'home', path: ['.var', 'app', 'dev.zed.Zed', 'config', 'zed', 'settings.json'], platforms: ['linux'] },
    ],
    project: [['.zed', 'settings.json']],
  },
}

/** The project's folder, if this is a file where a client keeps that project's servers; otherwise null. */
export function projectFolderOf(file: string): string | null {
  const folder = dirname(file)
  for (const { project } of Object.values(table)) {
    for (const [first, ...rest] of project) {
      if (rest.length === 0 && basename(file) === first) return folder
      if (rest.length > 0 && basename(folder) === first) return dirname(folder)
    }
  }
  return null
}

/** `folders`: projects whose own files are read, too. */
export function knownPlaces(client: ClientName, home: ClientHome, folders: readonly string[]): KnownPlace[] {
  const paths = home.platform === 'win32' ? win32 : posix
  const user = table[client].user
    .filter(({ platforms }) => platforms === undefined || platforms.some((each) => each === home.platform))
    .map(({ root, path, isOnlyRead = false }) => ({
      path: paths.join(rootFolder(root, home), ...path),
      scope: 'user' as const,
      folder: null,
      isOnlyRead,
    }))
  const project = folders.flatMap((folder) =>
    table[client].project.map((path) => ({
      path: paths.join(folder, ...path),
      scope: 'project' as const,
      folder,
      isOnlyRead: false,
    })),
  )
  return [...user, ...project]
}

function rootFolder(root: Root, { platform, folder, environment }: ClientHome): string {
  const given = (name: string, usual: string) => environment[name] || usual
  const windows = platform === 'win32'
  switch (root) {
    case 'home':
      return folder
    case 'xdg':
      return given('XDG_CONFIG_HOME', posix.join(folder, '.config'))
    case 'local':
      return given('LOCALAPPDATA', win32.join(folder, 'AppData', 'Local'))
    case 'settings':
      if (windows) return given('APPDATA', win32.join(folder, 'AppData', 'Roaming'))
      if (platform === 'darwin') return posix.join(folder, 'Library', 'Application Support')
      return given('XDG_CONFIG_HOME', posix.join(folder, '.config'))
  }
}
