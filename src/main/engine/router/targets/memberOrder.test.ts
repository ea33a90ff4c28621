import { describe, expect, it } from 'vitest'
import type { CallableConnection, CallableServer } from '#engine/connections/callable'
import type { Caller } from '#engine/router/call'
import { Lanes } from '#engine/router/lanes/lanes'
import { MemberOrder } from '#engine/router/targets/memberOrder'

const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const error = { code: 'SERVER_LOST', message: 'It died.' } as const
const died = { kind: 'backingOff', attempt: 1, retryAt: 1, error } as const
const route = {
  publicName: 'tool',
  group: 'team',
  members: ['a', 'b', 'c'].map((slug) => ({ slug, pairId: slug, original: 'tool' })),
}

function team() {
  const lanes = new Lanes()
  const labels: Record<string, string[]> = { a: [], b: ['gpu'], c: ['gpu', 'eu'] }
  const states: Record<string, CallableConnection['state']> = {}
  const servers: Record<string, CallableServer> = {}
  for (const slug of ['a', 'b', 'c']) {
    const connection: CallableConnection = {
      get state() {
        return states[slug] ?? ({ kind: 'ready' } as CallableConnection['state'])
      },
      get session() {
        return states[slug] === undefined ? ({} as CallableConnection['session']) : null
      },
      start: () => undefined,
      changed: () => Promise.resolve(),
    }
    servers[slug] = {
      row: { id: slug, projectId: 'p', concurrency: 1, timeoutMs: 1, labels: labels[slug] ?? [] },
      connection,
    }
  }
  const order = new MemberOrder({ servers: { inUse: (slug) => servers[slug] ?? null }, lanes })
  const orderFor = (prefer?: string[]) =>
    order.of(route, { scope: { kind: 'all' }, call: { caller, params: {}, prefer } }).map(({ slug }) => slug)
  const occupy = (slug: string) => {
    const server = servers[slug]
    if (server !== undefined) lanes.of(slug, server, server.connection).queue.tryEnter()
  }
  return { orderFor, occupy, states, servers }
}

describe('the order of members', () => {
  /** Catches calls without labels that advance the turn, so that one of two preferred members gets all calls. */
  it('[R18] [R19] members with the label take turns evenly, whatever other calls are made in between', () => {
    const { orderFor } = team()
    const firsts = Array.from({ length: 6 }, () => {
      orderFor()
      return orderFor(['gpu'])[0]
    })
    expect(firsts).toEqual(['b', 'c', 'b', 'c', 'b', 'c'])
  })

  it.each<[string[] | undefined, string]>([
    [undefined, 'abc'],
    [['gpu'], 'bca'],
    [['eu', 'gpu'], 'cab'],
    [['nowhere'], 'abc'],
  ])('[R19] for %j the matching members come first, and no member is omitted: %s', (prefer, expected) => {
    expect(team().orderFor(prefer).join('')).toBe(expected)
  })

  it('[R19] [R20] a preferred member that has just died does not delay a call that another member can take', () => {
    const { orderFor, states, servers } = team()
    states['c'] = died
    expect(orderFor(['eu'])).toEqual(['a', 'b', 'c'])
    delete servers['c']
    expect(orderFor(['eu'])[2]).toBe('c')
    // A resting member is available, because it can be started, so it is still preferred.
    states['b'] = { kind: 'stopped' }
    expect(orderFor(['gpu'])[0]).toBe('b')
  })

  it('[R18] a member without a free slot is skipped, and does not lose its turn', () => {
    const { orderFor, occupy } = team()
    occupy('a')
    expect([orderFor()[0], orderFor()[0], orderFor()[0], orderFor()[0]]).toEqual(['b', 'c', 'b', 'c'])
    occupy('b')
    occupy('c')
    expect(orderFor()[0]).toBe('a')
  })
})
