/** What tests need beyond npm. Each line has a part's files, and the Debian packages that contain them. */
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const table = {
  browser: { chromium: 'chromium' },
  certificates: { openssl: 'openssl' },
  desktop: {
    Xvfb: 'xvfb',
    'libgtk-3.so.0': 'libgtk-3-0',
    'libnss3.so': 'libnss3',
    'libasound.so.2': 'libasound2',
    'libgbm.so.1': 'libgbm1',
  },
  docker: { dockerd: 'docker.io', containerd: 'containerd', runc: 'runc', ip: 'iproute2', tar: 'tar' },
  gvisor: { runsc: 'runsc' },
  keychain: { 'dbus-run-session': 'dbus', 'gnome-keyring-daemon': 'gnome-keyring' },
  npm: { npm: 'npm' },
  notices: { 'dbus-run-session': 'dbus', dunst: 'dunst', dunstctl: 'dunst' },
  postgres: { initdb: 'postgresql', postgres: 'postgresql' },
  pip: { pip3: 'python3-pip' },
  processLimits: { prlimit: 'util-linux' },
  registry: { 'docker-registry': 'docker-registry' },
  terminal: { script: 'bsdutils' },
} as const

export type PartName = keyof typeof table

type FilesOf<Name> = Name extends PartName ? keyof (typeof table)[Name] : never

export const parts: Readonly<Record<PartName, Readonly<Record<string, string>>>> = table
export const partNames = Object.keys(table) as readonly PartName[]

/** Returns the full path of a command or library, even if Debian keeps it off the PATH. Null if it is not installed. */
export function findFile(name: string): string | null {
  // Libraries are not executable.
  const [folders, mode] = /\.so(\.|$)/.test(name)
    ? [libraryFolders(), constants.R_OK]
    : [commandFolders(), constants.X_OK]
  return folders.map((folder) => join(folder, name)).find((path) => isUsable(path, mode)) ?? null
}

/** Returns the full path of a command in an installed part. */
export function commandPath(command: FilesOf<PartName>): string {
  const path = findFile(command)
  if (path === null) throw new Error(`${command} is not installed`)
  return path
}

function commandFolders(): string[] {
  const own = (process.env['PATH'] ?? '').split(delimiter)
  return [...own, '/usr/sbin', '/usr/libexec', ...globSync('/usr/lib/postgresql/*/bin').sort().toReversed()]
}

function libraryFolders(): string[] {
  return [...globSync('/usr/lib/*-linux-*'), '/usr/lib64', '/usr/lib']
}

function isUsable(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
