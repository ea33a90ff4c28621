import { describe, expect, it } from 'vitest'
import { findOwnNode, type Runtime } from '#main/host/ownNode'

const linux: Runtime = {
  executable: '/opt/Switchboard/switchboard',
  platform: 'linux',
  resources: '/opt/Switchboard/resources',
  exists: () => true,
}
const inArchive = '/opt/Switchboard/resources/app.asar/out/main/reaper.js'

/**
 * Catches the wrong Node being chosen, which would open a second window instead of a bridge, and leave servers running
 * when the app dies.
 */
describe('the Node for programs beside a host', () => {
  it.each([
    ['the running one, in plain Node', { ...linux, executable: '/usr/bin/node', resources: null }, '/usr/bin/node'],
    ['the one that the app ships', linux, '/opt/Switchboard/resources/node/bin/node'],
    [
      'the one that the app ships, on Windows',
      { ...linux, platform: 'win32' as const },
      '/opt/Switchboard/resources/node/bin/node.exe',
    ],
  ])('is %s, without a variable', (_title, runtime, command) => {
    expect(findOwnNode(runtime, inArchive)).toMatchObject({ command, env: {}, bridge: { command, env: {} } })
  })

  it("is the app's own program with a variable, where no Node is shipped", () => {
    const node = findOwnNode({ ...linux, exists: () => false }, inArchive)
    const expected = { command: linux.executable, env: { ELECTRON_RUN_AS_NODE: '1' } }
    expect(node).toMatchObject({ ...expected, bridge: expected })
  })

  it.each([
    ['a shipped Node reads the files beside the archive', linux, 'app.asar.unpacked'],
    ['the program of the app reads the archive', { ...linux, exists: () => false }, 'app.asar'],
  ])('%s', (_title, runtime, archive) => {
    expect(findOwnNode(runtime, inArchive).bridge.args).toEqual([
      `/opt/Switchboard/resources/${archive}/out/main/cli.js`,
    ])
  })

  it('a folder that is only named like an archive is left alone', () => {
    const node = findOwnNode({ ...linux, resources: null }, '/home/me/app.asar/out/main/reaper.js')
    expect(node.bridge.args).toEqual(['/home/me/app.asar/out/main/cli.js'])
  })
})
