import { describe, expect, it } from 'vitest'
import type { ConnectionState, ServerSnapshot } from '#contract/servers/server'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import { connectionListener } from '#engine/registry/servers/connectionListener'
import type { ServerEntry } from '#engine/registry/servers/serverEntry'

interface Facts {
  readonly sessions?: ServerSnapshot['sessions']
  readonly transport?: 'stdio' | 'http'
  readonly era?: 'legacy' | 'modern'
  readonly asksCallers?: boolean
  readonly hasSeveralCallers?: boolean
  readonly pendingCount?: number
}

const implementation = { name: 'x', version: '1' }

function listen(facts: Facts = {}) {
  const { sessions = 'auto', transport = 'stdio', era = 'legacy', asksCallers = false } = facts
  const { hasSeveralCallers = false, pendingCount = 1 } = facts
  const state: ConnectionState = { kind: 'ready', since: 0, pid: 1, era, protocolVersion: '', implementation }
  const entry = {
    server: { definition: { asksCallers }, entries: [] as ServerEntry[], heard: {} },
    row: { id: 'id', projectId: 'p', sessions, launch: { transport }, asksCallers },
    connection: { state, hasSeveralCallers, pendingCount, log: { append: () => undefined } },
  } as unknown as ServerEntry
  entry.server.entries = [entry]
  let isCurrent = true
  const heard: string[] = []
  const refused: number[] = []
  const events = connectionListener({ slug: 'one', pairId: 'pair' }, () => entry, {
    store: {
      saveAsking: (_id, asks) => Promise.resolve(void heard.push(`stored ${asks}`)),
    },
    seen: { era: () => undefined, listing: () => undefined, relaunched: () => undefined },
    background: { run: (_what, work) => void work() },
    publish: () => undefined,
    isCurrent: () => isCurrent,
    tellServer: () => heard.push('told'),
    catalogsChanged: () => undefined,
    router: () => ({
      onServerRequest: ({ slug }, { method }) => heard.push(`${slug} ${method}`),
      onServerNotification: ({ slug }, method) => heard.push(`${slug} ${method}`),
    }),
  })
  const request: InboundRequest = {
    method: 'sampling/createMessage',
    params: {},
    signal: new AbortController().signal,
    respond: () => undefined,
    refuse: (code) => refused.push(code),
  }
  return { entry, events, heard, refused, request, replace: () => (isCurrent = false) }
}

describe('connectionListener', () => {
  it('passes on messages from a server', () => {
    const { events, heard, request } = listen()
    events.onServerRequest(request, {})
    events.onNotification('notifications/message', {}, {})
    expect(heard).toEqual(['one sampling/createMessage', 'one notifications/message'])
  })

  it('[R16] messages from a removed server never reach calls to another server that now has the same slug', () => {
    const { events, heard, refused, request, replace } = listen()
    replace()
    events.onServerRequest(request, {})
    events.onNotification('notifications/message', {}, {})
    expect(heard).toEqual([])
    expect(refused).toEqual([-32603])
  })

  it.each<[string, Facts, boolean]>([
    ['while several callers use it', { hasSeveralCallers: true }, true],
    ['while several calls are in progress', { pendingCount: 2 }, true],
    ['while several clients use the process of their project', { hasSeveralCallers: true, sessions: 'project' }, true],
    ['although each caller has its own process', { pendingCount: 2, sessions: 'dedicated' }, false],
    ['while one client makes one call, so that the caller is clear', {}, false],
    ['although its sessions setting is "shared"', { hasSeveralCallers: true, sessions: 'shared' }, false],
    ['over HTTP, where the question names the call', { hasSeveralCallers: true, transport: 'http' }, false],
    ['in the modern era, where the question is part of an answer', { hasSeveralCallers: true, era: 'modern' }, false],
  ])('[R8] [R17] a server that asks its callers %s is remembered: %s', (_when, facts, remembered) => {
    const { entry, events, heard, request } = listen(facts)
    events.onServerRequest(request, {})
    expect(entry.row.asksCallers).toBe(remembered)
    expect(heard).toEqual([...(remembered ? ['stored true', 'told'] : []), 'one sampling/createMessage'])
    events.onServerRequest(request, {})
    expect(heard.filter((what) => what === 'stored true')).toHaveLength(remembered ? 1 : 0)
  })

  it('[R17] a server that now uses the modern era gets several calls at a time again', () => {
    const { entry, events, heard } = listen({ asksCallers: true, era: 'modern' })
    events.onEra({ era: 'modern' })
    expect(entry.row.asksCallers).toBe(false)
    expect(heard).toEqual(['stored false', 'told'])
  })
})
