import { expect, test } from 'vitest'
import { actionOf, type Pressed } from '#renderer/features/projects/matrix/rows/actions.ts'
import { sweptByColumn } from '#renderer/features/projects/matrix/rows/bulk.ts'
import { linesOf } from '#renderer/features/projects/matrix/rows/lines.ts'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'

const work = { id: 'a', name: 'Work', file: null }
const home = { id: 'b', name: 'Home', file: null }
const mirrored = { id: 'c', name: 'Mirror', file: '/servers.json' }
const projects = [work, home, mirrored]
const lines = linesOf([sampleRow('git', ['log'], [{ off: [0] }, { projectId: 'c' }])], new Map([['git', false]]), [])
const [server = null, tool = null] = lines
const at = (projectId: string) => ({ slug: 'git', projectId })
const toggle = (line: Pressed['line'], project: Pressed['project']): Pressed => ({ act: 'toggle', line, project })

test.each<[string, Pressed, string | null, readonly unknown[]]>([
  ['a server', toggle(server, work), 'Switched GIT off in Work', [{ ...at('a'), kind: 'switch', enabled: false }]],
  [
    'a tool',
    toggle(tool, work),
    'Switched log of GIT on in Work',
    [{ ...at('a'), kind: 'tools', names: ['log'], enabled: true }],
  ],
  ['a tool of a server that is not in the project', toggle(tool, home), null, []],
  [
    'a whole line',
    toggle(tool, null),
    'Switched log of GIT on in all projects',
    [{ ...at('a'), kind: 'tools', names: ['log'], enabled: true }],
  ],
  [
    'a whole column',
    toggle(null, work),
    'Switched 1 server off in Work',
    [{ ...at('a'), kind: 'switch', enabled: false }],
  ],
  [
    'a server that is added',
    { act: 'put', line: server, project: home },
    'Added GIT to Home',
    [{ ...at('b'), kind: 'put' }],
  ],
  ['a server that is already in it', { act: 'put', line: server, project: work }, null, []],
  [
    'a server that is removed',
    { act: 'takeOut', line: server, project: work },
    'Removed GIT from Work',
    [{ ...at('a'), kind: 'takeOut' }],
  ],
  ['a server of a file, which fixes its servers itself', { act: 'takeOut', line: server, project: mirrored }, null, []],
  ['a tool, which is removed only with its server', { act: 'takeOut', line: tool, project: work }, null, []],
])('pressing %s', (_, pressed, said, changes) => {
  const action = actionOf(pressed, projects, sweptByColumn(lines))
  expect(action?.said ?? null).toBe(said)
  expect(action?.changes ?? []).toEqual(changes)
})
