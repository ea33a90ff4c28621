import { expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import { countChosen, serverChoices, withServer, withTool } from '#renderer/features/chat/composer/toolChoices.ts'

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
const all = { serversOff: [], toolsOff: [] }

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
