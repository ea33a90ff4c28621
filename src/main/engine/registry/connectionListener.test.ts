import { describe, expect, it } from 'vitest'
import type { InboundRequest } from '#engine/connections/inboundRequests'
import { connectionListener } from '#engine/registry/connectionListener'
import type { ServerEntry } from '#engine/registry/serverEntry'
import { manualClock } from '#test/support/manualClock'

function listen() {
  const entry = {} as ServerEntry
  let isCurrent = true
  const heard: string[] = []
  const refused: number[] = []
  const events = connectionListener('one', () => entry, {
    store: { saveEra: () => Promise.resolve(), saveListing: () => Promise.resolve() },
    background: { run: () => undefined },
    publish: () => undefined,
    clock: manualClock(),
    isCurrent: () => isCurrent,
    tellServer: () => undefined,
    catalogsChanged: () => undefined,
    router: () => ({
      onServerRequest: (slug, { method }) => heard.push(`${slug} ${method}`),
      onServerNotification: (slug, method) => heard.push(`${slug} ${method}`),
    }),
  })
  const request: InboundRequest = {
    method: 'sampling/createMessage',
    params: {},
    signal: new AbortController().signal,
    respond: () => undefined,
    refuse: (code) => refused.push(code),
  }
  return { events, heard, refused, request, replace: () => (isCurrent = false) }
}

describe('connectionListener', () => {
  it('passes on what a server says', () => {
    const { events, heard, request } = listen()
    events.onServerRequest(request, {})
    events.onNotification('notifications/message', {}, {})
    expect(heard).toEqual(['one sampling/createMessage', 'one notifications/message'])
  })

  it('[R16] what a removed server still says never reaches the calls of the one that has its slug now', () => {
    const { events, heard, refused, request, replace } = listen()
    replace()
    events.onServerRequest(request, {})
    events.onNotification('notifications/message', {}, {})
    expect(heard).toEqual([])
    expect(refused).toEqual([-32603])
  })
})
