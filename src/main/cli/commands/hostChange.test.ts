import { expect, test } from 'vitest'
import type { HostedSetup } from '#contract/hosting/registration'
import { changeOf, type HostEditOptions } from '#main/cli/commands/hostChange'
import { UsageError } from '#main/cli/failure'

const setup: HostedSetup = {
  name: 'Notes',
  image: 'notes:1',
  stdio_bridge: true,
  restart_policy: 'always',
  ports: [],
  volumes: ['/data', '/cache'],
  resource_limits: { cpu: '1' },
  provider: 'auto',
  allow_weaker: false,
  allow_cloud: false,
  network: { mode: 'full', hosts: [] },
  call_timeout_ms: 30_000,
  heartbeat_ms: 15_000,
  environment_names: ['A', 'B'],
  package: { registry: 'npm', name: '@scope/x', version: '1.0.0' },
  package_args: ['/srv'],
  folders: [
    { path: '/srv', writable: false },
    { path: '/old', writable: false },
  ],
}
const none: HostEditOptions = {
  env: [],
  unset: [],
  volume: [],
  dropVolume: [],
  folder: [],
  writableFolder: [],
  dropFolder: [],
  allow: [],
}
const changed = (options: Partial<HostEditOptions>) => changeOf(setup, { ...none, ...options }, {})

// Catches a change that drops the other variables, volumes and limits.
test('the given options change, and everything else stays', () => {
  expect(changed({ image: 'notes:2' })).toEqual({ image: 'notes:2' })
  expect(changed({ memory: '1G' })).toEqual({ resource_limits: { cpu: '1', memory: '1G' } })
  expect(changed({ env: ['C=x'], unset: ['A'] })).toEqual({ environment: { B: null, C: 'x' } })
  expect(changed({ volume: ['/more'], dropVolume: ['/cache'] })).toEqual({ volumes: ['/data', '/more'] })
  expect(changed({ args: `/srv --title "my notes"` })).toEqual({ package_args: ['/srv', '--title', 'my notes'] })
  expect(changed({ args: '' })).toEqual({ package_args: [] })
  expect(changed({ folder: ['/more'], writableFolder: ['/srv'], dropFolder: ['/old'] })).toEqual({
    folders: [
      { path: '/more', writable: false },
      { path: '/srv', writable: true },
    ],
  })
  expect(changed({ port: '9000:8080' })).toEqual({ stdio_bridge: false, ports: [{ container: 8080, host: 9000 }] })
  expect(changed({ stdio: true })).toEqual({ stdio_bridge: true, ports: [] })
})

test.each([
  [{}, 'Nothing to change'],
  [{ unset: ['X'] }, '--unset X'],
  [{ dropVolume: ['/x'] }, '--drop-volume /x'],
  [{ dropFolder: ['/x'] }, '--drop-folder /x'],
  [{ memory: 'much' }, '--memory: a size'],
  [{ path: '/mcp' }, '--path needs --port'],
  [{ stdio: true, port: '1' }, 'Use --stdio or --port'],
] as [Partial<HostEditOptions>, string][])('%j is wrong usage', (options, words) => {
  expect(() => changed(options)).toThrow(UsageError)
  expect(() => changed(options)).toThrow(words)
})
