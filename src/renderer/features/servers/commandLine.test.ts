import { expect, test } from 'vitest'
import { briefLaunch } from '#renderer/features/servers/commandLine.ts'

test.each([
  ['/opt/node/bin/node', ['a b.ts'], "node 'a b.ts'"],
  ['C:\\tools\\server.exe', [], 'server.exe'],
  ['npx', ['-y', '@scope/server'], 'npx -y @scope/server'],
])('in a list, %s starts with what distinguishes it', (command, args, shown) => {
  expect(briefLaunch({ transport: 'stdio', command, args, envNames: [], cwd: null })).toBe(shown)
})
