import { expect, test } from 'vitest'
import { defaultDataFolder } from '#main/cli/dataFolder'

// These are the desktop app's own folders. With another one, the command would not find the app's servers.
test.each([
  ['linux', '/home/me', {}, '/home/me/.config/Switchboard'],
  ['linux', '/home/me', { XDG_CONFIG_HOME: '/conf' }, '/conf/Switchboard'],
  ['linux', '/home/me', { XDG_CONFIG_HOME: '' }, '/home/me/.config/Switchboard'],
  ['darwin', '/Users/me', { XDG_CONFIG_HOME: '/conf' }, '/Users/me/Library/Application Support/Switchboard'],
  ['win32', String.raw`C:\Users\me`, { APPDATA: String.raw`D:\Roaming` }, String.raw`D:\Roaming\Switchboard`],
  ['win32', String.raw`C:\Users\me`, {}, String.raw`C:\Users\me\AppData\Roaming\Switchboard`],
] as const)('the default folder on %s for %s with %j', (platform, folder, environment, expected) => {
  expect(defaultDataFolder({ platform, folder, environment })).toBe(expected)
})
