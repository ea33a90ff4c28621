/**
 * Catches a server that is shown as running without its container's id, so that a client could not find the container.
 */
import { expect, test } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import { type HostedFacts, hostedSnapshot } from '#engine/hosted/snapshot'
import type { LiveContainer } from '#engine/hosting/runningContainer'
import type { WorkspaceStatus } from '#engine/store/servers/workspaceStore'

const error = { code: 'CRASHED', message: 'It ended.', at: 0 }
const states = {
  stopped: { kind: 'stopped' },
  starting: { kind: 'starting', phase: 'launching', since: 0, attempt: 1 },
  ready: {
    kind: 'ready',
    since: 0,
    pid: null,
    era: 'legacy',
    protocolVersion: '1',
    implementation: { name: 'notes', version: '1' },
  },
  backingOff: { kind: 'backingOff', attempt: 1, retryAt: 9_000, error },
  failed: { kind: 'failed', at: 0, error },
  stopping: { kind: 'stopping', since: 0 },
} as unknown as Record<ConnectionState['kind'], ConnectionState>

const live = {
  container: { id: 'live', startedAt: 0, address: () => null, network: () => null },
  provider: 'plain',
  notEnforced: [],
} as unknown as LiveContainer

interface Case {
  readonly state: ConnectionState['kind']
  readonly isLive: boolean
  readonly isSilent: boolean
  readonly status: WorkspaceStatus
  readonly containerId: string | null
  readonly elsewhere: string | null
}

const cases: Case[] = (Object.keys(states) as ConnectionState['kind'][]).flatMap((state) =>
  [true, false].flatMap((isLive) =>
    [true, false].flatMap((isSilent) =>
      (['creating', 'ready', 'error'] as const).flatMap((status) =>
        ['stored', null].flatMap((containerId) =>
          ['another engine', null].map((elsewhere) => ({ state, isLive, isSilent, status, containerId, elsewhere })),
        ),
      ),
    ),
  ),
)

function shown({ state, isLive, isSilent, status, containerId, elsewhere }: Case) {
  const launch = { image: 'notes', stdioBridge: true, ports: [], network: {}, environment: {}, limits: {} }
  const { container_id, ...rest } = hostedSnapshot({
    definition: {},
    launch: { ...launch, package: null },
    projectId: '',
    state: states[state],
    health: { isSilent, isInCrashLoop: false, isBusy: false },
    row: { status, containerId, provider: 'plain', restartCount: 0, lastCrash: null },
    live: isLive ? live : null,
    usage: null,
    volumes: [],
    elsewhere,
    now: 1_000,
  } as unknown as HostedFacts)
  return { container_id, status: rest.status, state: rest.state }
}

const runs = (one: Case) => ['running', 'unresponsive'].includes(shown(one).status)

test('a server that runs on this engine is shown with its live container, and one that runs on another with the stored one', () => {
  const running = cases.filter(runs)
  expect(running.length).toBeGreaterThan(0)
  for (const one of running)
    expect({ ...one, ...shown(one) }).toMatchObject({
      container_id: one.elsewhere === null ? 'live' : 'stored',
      state: 'ready',
    })
})

test('a server is shown as restarting while its connection is still ready but its container is gone', () => {
  const gone: Case = {
    state: 'ready',
    isLive: false,
    isSilent: false,
    status: 'ready',
    containerId: null,
    elsewhere: null,
  }
  expect(shown(gone)).toEqual({ container_id: null, status: 'restarting', state: 'creating' })
})

test('a server whose container another engine has just removed is being restarted', () => {
  const between: Case = {
    state: 'stopped',
    isLive: false,
    isSilent: false,
    status: 'ready',
    containerId: null,
    elsewhere: 'another engine',
  }
  expect(shown(between)).toEqual({ container_id: null, status: 'restarting', state: 'creating' })
  expect(shown({ ...between, containerId: 'stored' })).toMatchObject({ container_id: 'stored', status: 'running' })
})
