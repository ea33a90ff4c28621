import { expect, test } from 'vitest'
import { type HostRunOptions, packageOf, packageRegistrationOf } from '#main/cli/commands/hostPackage'
import { UsageError } from '#main/cli/failure'

const none: HostRunOptions = { from: 'npm', env: [], allow: [], folder: [], writableFolder: [] }

test("a package is given by its name, with arguments, or by a README's command", () => {
  expect(packageOf(['@scope/x@1.0.0', '/srv', '-v'], 'npm')).toMatchObject({ version: '1.0.0', args: ['/srv', '-v'] })
  expect(packageOf(['uvx', '--from', 'mcp[cli]', 'mcp', 'run'], 'npm')).toMatchObject({
    registry: 'pypi',
    program: 'mcp',
    args: ['run'],
  })
  expect(packageOf(['server'], 'pypi')).toMatchObject({ registry: 'pypi' })
  expect(() => packageOf(['./server'], 'npm')).toThrow(UsageError)
})

// Catches a folder that becomes writable because another folder is.
test('the container sees exactly the folders that were named', () => {
  const preview = {
    package: { registry: 'npm', name: '@scope/x', version: '1.2.3' },
    image: 'node',
    installs: '',
  } as const
  const wanted = packageOf(['@scope/x', '/srv'], 'npm')
  const options = { ...none, folder: ['/a'], writableFolder: ['/b'], network: 'none', env: ['K=v'] } as const
  expect(packageRegistrationOf(wanted, preview, options, {})).toEqual({
    name: 'x',
    package: { registry: 'npm', name: '@scope/x', version: '1.2.3', program: null, args: ['/srv'] },
    environment: { K: 'v' },
    folders: [
      { path: '/a', writable: false },
      { path: '/b', writable: true },
    ],
    resource_limits: {},
    network: { mode: 'none', hosts: [] },
  })
})
