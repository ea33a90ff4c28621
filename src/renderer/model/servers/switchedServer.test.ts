import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { switchedServer } from '#renderer/model/servers/switchedServer.ts'

const server = { projects: ['a', 'b', 'c'], enabledIn: ['a', 'c'], enabled: true } as ServerSnapshot

test.each([
  ['off in one project', false, 'a', ['c'], true],
  ['on in one project', true, 'b', ['a', 'b', 'c'], true],
  ['on in a project that it is not in', true, 'd', ['a', 'c'], true],
  ['off in all projects', false, null, [], false],
  ['on in all projects', true, null, ['a', 'b', 'c'], true],
] as const)(
  'a server that is switched %s keeps its state in any other project',
  (_, on, projectId, enabledIn, enabled) => {
    expect(switchedServer(server, on, projectId)).toMatchObject({ enabledIn, enabled })
  },
)
