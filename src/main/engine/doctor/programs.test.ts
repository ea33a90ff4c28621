import { expect, test } from 'vitest'
import { programsToAsk, sourceOf } from '#engine/doctor/programs'

test.each<[string, string[], string[]]>([
  ['node', ['x.js'], ['node']],
  ['/opt/homebrew/bin/npx', ['-y', 'x'], ['/opt/homebrew/bin/npx', 'node']],
  ['npx.cmd', [], ['npx.cmd', 'node']],
  ['python3.12', ['-m', 'x'], ['python3.12']],
  ['uvx', ['x'], ['uvx']],
  ['cmd', ['/c', 'npx', '-y', 'x'], ['npx', 'node']],
  ['my-server', ['--version'], []],
  ['constructor', [], []],
])('for %s %j, the versions of %j are asked', (command, args, asked) => {
  expect(programsToAsk(command, args)).toEqual(asked)
})

test('only common programs have an installation hint', () => {
  expect(sourceOf('npx.cmd')).toContain('Node.js')
  expect([sourceOf('my-server'), sourceOf('toString')]).toEqual([null, null])
})
