/** The contract with canned answers, for tests of doors, wires and errors. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { ServerSnapshot } from '#contract/servers/server'
import type { ContractRouter } from '#main/host/wires/wires'

const server: ServerSnapshot = {
  slug: 'echo',
  name: 'Echo',
  description: '',
  icon: null,
  projects: ['default'],
  enabledIn: ['default'],
  position: 0,
  enabled: true,
  launch: { transport: 'stdio', command: 'node', args: [], envNames: [], cwd: null },
  plainSecrets: [],
  formerSlugs: [],
  group: null,
  groupIn: {},
  labels: [],
  concurrency: 16,
  restart: 'on-failure',
  timeoutMs: 300_000,
  sessions: 'auto',
  asksCallers: false,
  trusted: false,
  retry: 'never',
  idleStopMs: null,
  state: { kind: 'stopped' },
  signIn: 'none',
  tools: { total: 0, enabled: 0, quarantined: 0 },
  restarts: 0,
}

export interface FakeRouter {
  readonly router: ContractRouter
  /** Returns the number of event streams that are open now. */
  openStreams(): number
  /** Sets the behaviour of the next calls to `tools.call`. */
  onCall(answer: Answer): void
  /** Returns the number of calls to `tools.call` until now. */
  calls(): number
  /** Sends these events to the open streams. Throws if no stream is waiting. */
  publish(events: EngineEvent[]): void
}

type Answer = (name: string, signal: AbortSignal | undefined) => unknown

interface FakeState {
  streams: number
  calls: number
  answer: Answer
  readonly waiting: Set<(events: EngineEvent[]) => void>
}

export function createFakeRouter(): FakeRouter {
  const state: FakeState = { streams: 0, calls: 0, answer: (name) => ({ content: [], name }), waiting: new Set() }
  return {
    router: makeRouter(state),
    openStreams: () => state.streams,
    calls: () => state.calls,
    onCall: (answer) => (state.answer = answer),
    publish(events) {
      if (state.waiting.size === 0) throw new Error('no stream is waiting for events')
      for (const wake of state.waiting) wake(events)
    },
  }
}

function makeRouter(state: FakeState): ContractRouter {
  const os = implement(contract)
  const routes = {
    app: {
      info: os.app.info.handler(() => ({
        version: '0.0.0',
        host: 'headless',
        dataFolder: '/data',
        setAside: null,
        runtime: 'node',
        endpoint: null,
      })),
      signInAddress: os.app.signInAddress.handler(() => ({ url: null })),
      token: os.app.token.handler(() => ({ token: 'the-token' })),
    },
    projects: { list: os.projects.list.handler(() => []) },
    servers: {
      list: os.servers.list.handler(() => [server]),
      add: os.servers.add.handler(({ input }) => ({ ...server, name: input.name })),
      remove: os.servers.remove.handler(({ input }) => {
        throw new AppError('NOT_FOUND', `Server ${input.slug} does not exist.`, { data: { slug: input.slug } })
      }),
      restore: os.servers.restore.handler(() => server),
      setEnabled: os.servers.setEnabled.handler(({ input }) => ({ ...server, enabled: input.enabled })),
      restart: os.servers.restart.handler(() => server),
      log: os.servers.log.handler(async function* () {
        yield [{ number: 1, at: 0, source: 'stderr' as const, text: 'first' }]
        throw new AppError('SERVER_LOST', 'it ended')
      }),
      previewImport: os.servers.previewImport.handler(() => ({ candidates: [], problems: [] })),
      import: os.servers.import.handler(() => ({ id: '1', servers: [server], failed: [] })),
      undoImport: os.servers.undoImport.handler(() => ({ removed: [], restored: [] })),
    },
    tools: {
      list: os.tools.list.handler(() => []),
      listed: os.tools.listed.handler(() => [{ name: 'echo', 'x-vendor': { kept: true } }]),
      setEnabled: os.tools.setEnabled.handler(() => ({})),
      call: os.tools.call.handler(({ input, signal }) => {
        state.calls += 1
        return state.answer(input.name, signal) as Record<string, unknown>
      }),
    },
    events: {
      subscribe: os.events.subscribe.handler(async function* ({ signal }) {
        state.streams += 1
        try {
          for (;;) {
            const events = await nextEvents(state, signal)
            if (events === null) return
            yield events
          }
        } finally {
          state.streams -= 1
        }
      }),
    },
  }
  // These routes are enough to test a door, so a new route needs no line here.
  return routes as unknown as ContractRouter
}

function nextEvents(state: FakeState, signal: AbortSignal | undefined): Promise<EngineEvent[] | null> {
  if (signal?.aborted === true) return Promise.resolve(null)
  return new Promise((resolve) => {
    const settle = (events: EngineEvent[] | null) => {
      state.waiting.delete(settle)
      signal?.removeEventListener('abort', leave)
      resolve(events)
    }
    const leave = () => settle(null)
    state.waiting.add(settle)
    signal?.addEventListener('abort', leave)
  })
}
