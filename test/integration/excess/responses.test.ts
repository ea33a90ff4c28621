import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { answered } from '#test/integration/badInput/besideEcho'
import { besideRemote } from '#test/integration/badInput/besideRemote'

type Isolated = (request: IncomingMessage, body: string) => boolean

/**
 * Answers the first matching request with an endless body. `isBrokenOff` resolves when Switchboard stops reading it.
 */
function endless(isMeant: Isolated, status: number, headers: Record<string, string> = {}, everyMs = 0) {
  let brokenOff: () => void = () => undefined
  const isBrokenOff = new Promise<void>((resolve) => (brokenOff = resolve))
  let wasMeant = false
  const before = (request: IncomingMessage, response: ServerResponse, body: string) => {
    if (wasMeant || !isMeant(request, body)) return false
    wasMeant = true
    response.writeHead(status, headers)
    response.once('close', brokenOff)
    const next = () => {
      if (response.destroyed) return
      if (!response.write(everyMs > 0 ? ' ' : 'x'.repeat(100_000))) response.once('drain', next)
      else if (everyMs > 0) setTimeout(next, everyMs)
      else setImmediate(next)
    }
    next()
    return true
  }
  return { before, isBrokenOff }
}

const isTold: Isolated = (_request, body) => body.includes('notifications/initialized')
const isCall: Isolated = (_request, body) => body.includes('"fine"')
const isStream: Isolated = ({ method }) => method === 'GET'

/** Every response whose body Switchboard does not need. */
const cases: readonly [string, Isolated, number, Record<string, string>][] = [
  ['a receipt', isTold, 202, {}],
  ['the refusal of a message', isTold, 400, {}],
  ['a redirect', isCall, 307, { location: '/mcp' }],
  ['the refusal of a stream', isStream, 405, {}],
  ['a broken stream', isStream, 503, {}],
]

describe.each([
  ['poured', 0],
  ['dripped', 20],
])('an endless response that is not needed, %s, is aborted', (_how, everyMs) => {
  it.each(cases)('[R17] %s', async (_title, isMeant, status, headers) => {
    const { before, isBrokenOff } = endless(isMeant, status, headers, everyMs)
    const besides = await besideRemote(
      { before },
      { settings: { timeoutMs: 60_000 }, budgets: { 30_000: 1_000, 5_000: 500 } },
    )
    expect(await besides.outcome('fine')).toEqual(answered('{}'))
    await isBrokenOff
    expect(await besides.outcome('fine')).toEqual(answered('{}'))
    expect(besides.engine.registry.get('bad')).toMatchObject({ state: { kind: 'ready' } })
    await besides.neighbourAnswers()
  })
})
