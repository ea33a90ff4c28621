/** Runs a hostile server next to a well-behaved one, which must not be affected by anything the hostile server does. */
import { expect } from 'vitest'
import type { AppError } from '#contract/errors'
import { newServer, type NewServerInput } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import type { CallResult, ToolCall } from '#engine/router/call'
import { startTestEngine, testServer } from '#test/support/testEngine'

export interface Besides {
  readonly engine: Engine
  /** Calls a tool of the hostile server by the name that this server gives it. */
  call(tool?: string, args?: Record<string, unknown>, more?: Partial<ToolCall>): Promise<CallResult>
  /** Like `call`, but never rejects: returns the result, or the code and message of the error. */
  outcome(
    tool?: string,
    args?: Record<string, unknown>,
  ): Promise<{ result: CallResult } | { code: string; message: string }>
  /** Checks that the well-behaved server answers. */
  neighbourAnswers(): Promise<void>
  /** Returns the engine's lines in the hostile server's log. */
  logged(): string[]
}

export interface HostileOptions {
  readonly size?: number
  readonly settings?: Partial<NewServerInput>
  /** The time limits that replace the engine's, in milliseconds. The keys are the limits of the engine. */
  readonly budgets?: Readonly<Record<number, number>>
  /**
   * Whether `budgets` applies only while the engine is reading the hostile server's lists, so that the time the two
   * servers take to start does not matter.
   */
  readonly budgetsSinceListing?: boolean
}

export function besideEcho(fault: string, options: HostileOptions = {}): Promise<Besides> {
  return besideLaunch(testServer('hostile', '--fault', fault, '--size', String(options.size ?? 1)), options)
}

export async function besideLaunch(launch: NewServerInput['launch'], options: HostileOptions = {}): Promise<Besides> {
  const { settings = {}, budgets = {}, budgetsSinceListing = false } = options
  const holdsNow = () => !budgetsSinceListing || isListing(engine)
  const engine: Engine = await startTestEngine(
    {},
    {
      clock: {
        ...systemClock,
        after: (delayMs, callback) => {
          const other = budgets[delayMs]
          return systemClock.after(other !== undefined && holdsNow() ? other : delayMs, callback)
        },
      },
    },
  )
  await engine.servers.add(newServer.parse({ name: 'beside', launch: testServer('echo') }))
  await engine.servers.add(newServer.parse({ name: 'bad', launch, ...settings }))
  const caller = { key: 'test', capabilities: {}, ask: null }
  const callAt = (slug: string, name: string, args: Record<string, unknown>, more: Partial<ToolCall> = {}) =>
    engine.router.callTool(
      { kind: 'server', slug },
      { params: { name, arguments: args, _meta: { progressToken: 1 } }, caller, ...more },
    )
  const call = (tool = 'bad', args: Record<string, unknown> = {}, more: Partial<ToolCall> = {}) =>
    callAt('bad', tool, args, more)
  return {
    engine,
    call,
    outcome: (tool, args) =>
      call(tool, args).then(
        (result) => ({ result }),
        ({ code, message }: AppError) => ({ code, message }),
      ),
    neighbourAnswers: async () => {
      const text = `nonce ${Math.random()}`
      expect(await callAt('beside', 'echo', { text })).toMatchObject({ content: [{ text }] })
      expect(engine.registry.get('beside')).toMatchObject({ state: { kind: 'ready' }, restarts: 0 })
      // All clients get this list, so no single server may break it.
      expect(engine.registry.view({ kind: 'all' })?.tools.map(({ name }) => name)).toContain('add')
    },
    logged: () =>
      engine.registry
        .connection('bad')
        .log.lines()
        .filter(({ source }) => source === 'engine')
        .map(({ text }) => text),
  }
}

function isListing({ registry }: Engine): boolean {
  const bad = registry.list().find(({ slug }) => slug === 'bad')
  return bad?.state.kind === 'starting' && bad.state.phase === 'listing'
}

/** Returns the hostile server's state after it has settled. */
export async function restingState({ engine }: Besides) {
  await engine.registry.connection('bad').settled()
  return engine.registry.get('bad').state
}

export const answered = (text: string) => ({
  result: expect.objectContaining({ content: [{ type: 'text', text }] }) as unknown,
})
