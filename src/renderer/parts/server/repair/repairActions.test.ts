import { expect, test, vi } from 'vitest'
import type { Repair } from '#contract/servers/repair'
import type { LaunchSnapshot } from '#contract/servers/server'
import { type RepairDeeds, repairActions, withGeneral } from '#renderer/parts/server/repair/repairActions.ts'

const process: LaunchSnapshot = { transport: 'stdio', command: 'uvx', args: [], envNames: [], cwd: null }
const remote: LaunchSnapshot = { transport: 'http', url: 'https://far.test/mcp', headerNames: ['X-Key'] }

const deeds = () =>
  ({
    edit: vi.fn<RepairDeeds['edit']>(),
    setValue: vi.fn<RepairDeeds['setValue']>(),
    install: vi.fn<RepairDeeds['install']>(),
    signIn: vi.fn<RepairDeeds['signIn']>(),
    openHosted: vi.fn<RepairDeeds['openHosted']>(),
    restart: vi.fn<RepairDeeds['restart']>(),
    examine: vi.fn<RepairDeeds['examine']>(),
  }) satisfies RepairDeeds

const install: Repair = { kind: 'install', title: 'uv', command: null, page: 'https://docs.astral.sh' }

test.each<[Repair, LaunchSnapshot, string, keyof RepairDeeds, unknown[]]>([
  [{ kind: 'editCommand' }, process, 'Edit command', 'edit', [{ at: 'command', program: undefined }]],
  [{ kind: 'editCommand', program: '/a' }, remote, 'Edit address', 'edit', [{ at: 'command', program: '/a' }]],
  [{ kind: 'editFolder' }, process, 'Edit folder', 'edit', [{ at: 'folder' }]],
  [
    { kind: 'setVariable', variable: 'KEY' },
    process,
    'Set KEY',
    'setValue',
    [{ kind: 'setVariable', variable: 'KEY' }],
  ],
  [{ kind: 'setSecret', secret: 'KEY' }, process, 'Set KEY', 'setValue', [{ kind: 'setSecret', secret: 'KEY' }]],
  [{ kind: 'replaceKey' }, process, 'Replace key', 'edit', [{ at: 'value' }]],
  [
    { kind: 'replaceHeader', header: 'X-Key' },
    remote,
    'Replace header',
    'edit',
    [{ at: 'value', name: 'X-Key', scheme: undefined }],
  ],
  [
    { kind: 'addHeader', header: 'Authorization', scheme: 'Bearer' },
    remote,
    'Add header',
    'edit',
    [{ at: 'value', name: 'Authorization', scheme: 'Bearer' }],
  ],
  [{ kind: 'signIn' }, remote, 'Sign in…', 'signIn', []],
  [install, process, 'Install uv', 'install', [install]],
  [{ kind: 'editHosted' }, process, 'Open in Hosting', 'openHosted', []],
  [{ kind: 'tryAgain' }, process, 'Try again', 'restart', []],
  [{ kind: 'diagnose' }, process, 'Diagnose', 'examine', []],
])('%j is a button that does what it says', (repair, launch, title, deed, given) => {
  const done = deeds()
  const [action] = repairActions([repair], { launch }, false, done)
  expect(action?.title).toBe(title)
  action?.run()
  expect(done[deed]).toHaveBeenCalledExactlyOnceWith(...given)
})

test('nothing that is written in a file is offered for change, except its secrets', () => {
  const repairs: Repair[] = [
    { kind: 'setSecret', secret: 'KEY' },
    { kind: 'setVariable', variable: 'KEY' },
    { kind: 'editCommand' },
    { kind: 'tryAgain' },
  ]
  const kinds = repairActions(repairs, { launch: process }, true, deeds()).map(({ kind }) => kind)
  expect(kinds).toEqual(['setSecret', 'tryAgain'])
})

test('repairs that help with any failure come last, and each once', () => {
  expect(withGeneral([{ kind: 'tryAgain' }, { kind: 'editCommand' }]).map(({ kind }) => kind)).toEqual([
    'editCommand',
    'tryAgain',
    'diagnose',
  ])
})
