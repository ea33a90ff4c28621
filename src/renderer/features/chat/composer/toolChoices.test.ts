import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import type { SwitchedOff } from '#contract/tools/toolChoice'
import type { ToolSnapshot } from '#contract/tools/tool'
import {
  countChosen,
  serverChoices,
  startsUnfolded,
  switchedServer,
  withAll,
  withServer,
  withTool,
} from '#renderer/features/chat/composer/toolChoices.ts'

const server = (slug: string, projectId = 'p', enabled = true) =>
  ({
    slug,
    name: slug.toUpperCase(),
    projects: [projectId],
    enabledIn: enabled ? [projectId] : [],
    enabled,
  }) as ServerSnapshot
const tool = (owner: string, name: string, parts: Partial<ToolSnapshot> = {}): ToolSnapshot => ({
  publicName: name,
  name,
  server: owner,
  title: null,
  description: '',
  own: null,
  inputSchema: {},
  annotations: null,
  enabled: true,
  quarantine: null,
  ...parts,
})
const servers = [server('git'), server('files'), server('other', 'q'), server('off', 'p', false)]
const tools = [
  tool('git', 'log'),
  tool('git', 'commit'),
  tool('git', 'broken', { quarantine: 'bad' }),
  tool('files', 'read'),
  tool('other', 'x'),
]
const log = { server: 'git', name: 'log' }
const all: SwitchedOff = { serversOff: [], toolsOff: [] }

test('[R32] only tools that the model could be offered can be chosen: not those of other projects, switched off or quarantined', () => {
  const choices = serverChoices(servers, tools, 'p', all, '', true)
  expect(choices.map(({ slug, tools: own }) => [slug, own.map((one) => one.tool.name)])).toEqual([
    ['git', ['log', 'commit']],
    ['files', ['read']],
    ['native', []],
  ])
  expect(countChosen(choices)).toEqual({ on: 3, all: 3 })
})

test('[R32] switching a server off switches its tools off, and switching it on restores them', () => {
  const withoutLog = withTool(all, log, false)
  const withoutGit = withServer(withoutLog, 'git', false)
  expect(countChosen(serverChoices(servers, tools, 'p', withoutGit, '', true))).toEqual({ on: 1, all: 3 })
  expect(withServer(withoutGit, 'git', true)).toEqual(withoutLog)
  expect(withTool(withTool(withoutLog, log, false), log, true)).toEqual(all)
})

test('[R32] a search shows only servers with a matching tool', () => {
  expect(serverChoices(servers, tools, 'p', all, 'LOG', true).map(({ slug }) => slug)).toEqual(['git'])
})

test('[R32] None, then two ticks: exactly these two tools are on, whichever servers they are from', () => {
  const none = withAll(all, serverChoices(servers, tools, 'p', all, '', true), false)
  expect(countChosen(serverChoices(servers, tools, 'p', none, '', true))).toEqual({ on: 0, all: 3 })
  expect(none.serversOff).toEqual(['native'])
  const two = withTool(withTool(none, log, true), { server: 'files', name: 'read' }, true)
  const on = serverChoices(servers, tools, 'p', two, '', true).flatMap((one) => one.tools.filter((each) => each.on))
  expect(on.map((one) => one.tool.name)).toEqual(['log', 'read'])
})

test('[R32] during a search, All and None change only what is listed', () => {
  const found = (choice: SwitchedOff) => serverChoices(servers, tools, 'p', choice, 'log', true)
  const without = withAll(all, found(all), false)
  expect(without).toEqual({ serversOff: [], toolsOff: [log] })
  expect(withAll(without, found(without), true)).toEqual(all)
})

test('[R32] All turns everything on again, even a server that was off and had tools that were off', () => {
  const off = withServer(withTool(all, log, false), 'git', false)
  expect(withAll(off, serverChoices(servers, tools, 'p', off, '', true), true)).toEqual(all)
})

test('[R32] many tools are folded by server, but a few tools, and tools found by a search, are not', () => {
  const many = Array.from({ length: 13 }, (_, index) => tool('git', `tool${index}`))
  const listed = serverChoices(servers, many, 'p', all, '', true)
  expect([startsUnfolded(listed, ''), startsUnfolded(listed, 'tool')]).toEqual([false, true])
  expect(startsUnfolded(serverChoices(servers, tools, 'p', all, '', true), '')).toBe(true)
})

test('[R32] the switch of a server without any tool left turns its tools on, and otherwise restores what was chosen', () => {
  const [git] = serverChoices(servers, tools, 'p', all, '', true)
  if (git === undefined) throw new Error('the sample has no server')
  expect(switchedServer(withAll(all, [git], false), git, true)).toEqual(all)
  const off = withServer(withTool(all, log, false), 'git', false)
  const [gitOff] = serverChoices(servers, tools, 'p', off, '', true)
  expect(gitOff && switchedServer(off, gitOff, true)).toEqual(withTool(all, log, false))
})
