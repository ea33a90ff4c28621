import { expect, test } from 'vitest'
import type { HostedSetup } from '#contract/hosting/registration'
import { checkHost, foldersToChoose, type HostForm } from '#renderer/features/hosting/add/hostForm.ts'
import { changeIn, editedForm, titleOfField, withoutValues } from '#renderer/features/hosting/edit/hostEdit.ts'

const setup: HostedSetup = {
  name: 'Notes',
  image: 'notes:1',
  stdio_bridge: true,
  restart_policy: 'always',
  ports: [
    { container: 80, host: 5_000, path: '/mcp' },
    { container: 90, path: '/mcp' },
  ],
  volumes: ['/data'],
  resource_limits: { cpu: '1' },
  provider: 'auto',
  allow_weaker: false,
  allow_cloud: false,
  network: { mode: 'full', hosts: [] },
  call_timeout_ms: 30_000,
  heartbeat_ms: 15_000,
  environment_names: ['A', 'B'],
  package: null,
  package_args: [],
  folders: [],
}

function changed(part: Partial<HostForm>) {
  const form = { ...editedForm(setup), ...part }
  const checked = checkHost(form)
  return checked.ok ? changeIn(form, setup, checked.registration) : checked.errors
}

// Catches a form that loses values it does not show: ports of a server on a bridge, or values that only the engine has.
test('only the fields that a person changed are sent', () => {
  expect(changed({})).toEqual({})
  expect(changed({ image: 'notes:2', memory: '1G' })).toEqual({
    image: 'notes:2',
    resource_limits: { cpu: '1', memory: '1G' },
  })
  expect(
    changed({
      environment: [
        { id: 0, name: 'A', value: '', kept: 'A' },
        { id: 9, name: 'C', value: 'x' },
      ],
    }),
  ).toEqual({
    environment: { A: null, C: 'x' },
  })
  expect(changed({ speaks: 'port', port: '8080' })).toEqual({
    stdio_bridge: false,
    ports: [{ container: 8080, path: '/mcp' }],
  })
})

// Catches an argument being split at its spaces, a folder being shared without a choice, and a shared folder being lost.
test('the arguments of a package and its folders are changed, and only by choice', () => {
  const packaged: HostedSetup = {
    ...setup,
    package: { registry: 'npm', name: '@scope/files', version: '1.0.0' },
    package_args: ['--title', 'my notes', '/srv'],
    folders: [{ path: '/srv', writable: true }],
  }
  const before = editedForm(packaged)
  const changes = (part: Partial<HostForm>) => {
    const form = { ...before, ...part }
    const checked = checkHost(form)
    return checked.ok ? changeIn(form, packaged, checked.registration) : checked.errors
  }
  expect(before.args).toBe(`--title 'my notes' /srv`)
  expect(changes({})).toEqual({})
  const args = `--title "our notes" /srv /home`
  expect(foldersToChoose({ ...before, args })).toEqual(['/srv', '/home'])
  expect(changes({ args })).toEqual({ package_args: ['--title', 'our notes', '/srv', '/home'] })
  expect(changes({ access: { '/srv': 'none', '/home': 'read' } })).toEqual({
    folders: [{ path: '/home', writable: false }],
  })
  expect(changes({ args: `'my` })).toEqual({ args: 'a quote is not closed' })
})

test('a preview sends no values', () => {
  expect(withoutValues({ image: 'x', environment: { A: null, C: 'secret' } })).toEqual({
    image: 'x',
    environment: { A: null, C: '' },
  })
})

test('each field of a change has a name on the page', () => {
  expect(['image', 'resource_limits.cpu', 'environment.API.KEY'].map(titleOfField)).toEqual([
    'Image',
    'CPU',
    'Variable API.KEY',
  ])
})
