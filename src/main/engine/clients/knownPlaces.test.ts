import { expect, test } from 'vitest'
import { type ClientName, clientNames } from '#contract/clients/clientNames'
import { type ClientHome, knownPlaces, projectFolderOf } from '#engine/clients/knownPlaces'

const linux: ClientHome = { platform: 'linux', folder: '/home/me', environment: {} }
const mac: ClientHome = { platform: 'darwin', folder: '/Users/me', environment: {} }
const windows: ClientHome = {
  platform: 'win32',
  folder: String.raw`C:\Users\me`,
  environment: { APPDATA: String.raw`D:\Roaming`, LOCALAPPDATA: String.raw`D:\Local` },
}

const paths = (client: ClientName, home: ClientHome, ...folders: string[]) =>
  knownPlaces(client, home, folders).map(({ path }) => path)

test('Claude Desktop on Windows: the packaged app never reads the usual file, so its own file comes first', () => {
  expect(paths('claude-desktop', windows)).toEqual([
    String.raw`D:\Local\Packages\Claude_*\LocalCache\Roaming\Claude\claude_desktop_config.json`,
    String.raw`D:\Roaming\Claude\claude_desktop_config.json`,
  ])
})

test.each<[ClientName, ClientHome, string]>([
  ['claude-desktop', linux, '/home/me/.config/Claude/claude_desktop_config.json'],
  ['claude-desktop', mac, '/Users/me/Library/Application Support/Claude/claude_desktop_config.json'],
  ['claude-code', linux, '/home/me/.claude.json'],
  ['claude-code', windows, String.raw`C:\Users\me\.claude.json`],
  ['cursor', mac, '/Users/me/.cursor/mcp.json'],
  ['vscode', linux, '/home/me/.config/Code/User/mcp.json'],
  ['vscode', linux, '/home/me/.config/Code/User/settings.json'],
  ['vscode', mac, '/Users/me/Library/Application Support/Code/User/mcp.json'],
  ['vscode', windows, String.raw`D:\Roaming\Code\User\mcp.json`],
  ['windsurf', linux, '/home/me/.codeium/windsurf/mcp_config.json'],
  ['zed', mac, '/Users/me/.config/zed/settings.json'],
  ['zed', windows, String.raw`D:\Roaming\Zed\settings.json`],
])('%s on %o is found at its known places', (client, home, path) => {
  expect(paths(client, home)).toContain(path)
})

test('settings are read in the folder that a person chose for them', () => {
  const home = { ...linux, environment: { XDG_CONFIG_HOME: '/conf' } }
  expect(paths('zed', home)[0]).toBe('/conf/zed/settings.json')
  expect(paths('claude-desktop', home)).toEqual(['/conf/Claude/claude_desktop_config.json'])
})

test('project files are known for clients that have them, and only for the given folders', () => {
  const files = (client: ClientName) =>
    knownPlaces(client, linux, ['/work/app'])
      .filter(({ scope }) => scope === 'project')
      .map(({ path, folder }) => [path, folder])
  expect(files('claude-code')).toEqual([['/work/app/.mcp.json', '/work/app']])
  expect(files('cursor')).toEqual([['/work/app/.cursor/mcp.json', '/work/app']])
  expect(files('vscode').map(([path]) => path)).toEqual([
    '/work/app/.vscode/mcp.json',
    '/work/app/.vscode/settings.json',
  ])
  expect(files('claude-desktop')).toEqual([])
})

test('a project file of any client leads to its project, because a separate list of folders would miss a new client', () => {
  const files = clientNames
    .flatMap((client) => knownPlaces(client, linux, ['/work/app']))
    .filter(({ scope }) => scope === 'project')
  expect(files.length).toBeGreaterThan(3)
  for (const { path } of files) expect([path, projectFolderOf(path)]).toEqual([path, '/work/app'])
  expect(projectFolderOf('/work/app/servers.json')).toBeNull()
})
