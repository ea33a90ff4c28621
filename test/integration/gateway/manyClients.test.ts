/**
 * Many clients at the same time. Each is notified once of every change that concerns it, and no two see each other's
 * data.
 */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openGateway } from '#test/integration/gateway/gatewayHost'
import { initializeParams, modernParams, openLines, rawLines } from '#test/integration/gateway/lineClients'
import { everything, type ScriptedCall } from '#test/integration/gateway/scriptedEngine'
import { allEvents, modernRequest, type Json } from '#test/support/mcpClients'

const settleMs = 50
const gatherMs = 10

it('[R12] [R22] one change to a list reaches 200 clients of both eras, each exactly once', async () => {
  const host = await openGateway()
  const told: string[][] = []
  for (let index = 0; index < 200; index++) {
    const stream = openLines(host.gateway)
    const client = rawLines(stream, stream)
    if (index % 2 === 0) {
      client.request(0, 'initialize', initializeParams())
      await client.next()
      client.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
    } else {
      client.request(0, 'subscriptions/listen', modernParams({ notifications: { toolsListChanged: true } }))
      await client.next()
    }
    const own: string[] = []
    told.push(own)
    stream.on('data', (chunk: Buffer) => own.push(...chunk.toString('utf8').split('\n').filter(Boolean)))
  }
  for (const names of [
    ['echo', 'one'],
    ['echo', 'two'],
    ['echo', 'three'],
  ])
    host.engine.setTools(everything, names)
  host.clock.advance(settleMs)
  host.clock.advance(settleMs)
  await expect.poll(() => told.every((own) => own.length > 0)).toBe(true)
  // Any duplicate has arrived by now, because the streams are in memory.
  await new Promise((resolve) => setImmediate(resolve))
  const methods = told.map((own) => own.map((line) => (JSON.parse(line) as Json)['method']))
  expect(methods).toEqual(told.map(() => ['notifications/tools/list_changed']))
  await host.close()
})

interface Telling {
  readonly method: string
  readonly params?: Json
  readonly result?: Json
}

type Step = 'progress' | 'log' | 'ask'

it('[R16] [R17] questions of concurrent modern calls are never mixed up, in any interleaving', async () => {
  const host = await openGateway()
  const plan = fc.array(fc.constantFrom<Step[]>('progress', 'log', 'ask'), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { minLength: 2, maxLength: 6 }), fc.scheduler(), async (plans, scheduler) => {
      host.engine.on('echo', async (call) => {
        const { label } = call.params.arguments as { label: string }
        for (const [index, step] of (plans[Number(label.split(' ')[1])] ?? []).entries()) {
          await scheduler.schedule(Promise.resolve(), `${step} of ${label}`)
          await take(step, `${index} ${label}`, call, () => host.clock.advance(gatherMs))
        }
        return { content: [], label }
      })
      const seen = await scheduler.waitFor(Promise.all(plans.map((_, index) => follow(host.url, `call ${index}`))))
      const expected = plans.map((steps, index) => [
        ...steps.map((step, place) => `${step} ${place} call ${index}`),
        `answer call ${index}`,
      ])
      expect(seen).toEqual(expected)
      expect(host.gateway.inUse().held).toBe(0)
    }),
    { numRuns: 40 },
  )
  await host.close()
})

/** Takes one step of a tool. Each step shows or asks something that only the tool's own caller may see. */
async function take(step: Step, label: string, call: ScriptedCall, goOn: () => void): Promise<void> {
  if (step === 'progress') call.onNotification?.('notifications/progress', { progressToken: 'x', message: label })
  else if (step === 'log') call.onNotification?.('notifications/message', { level: 'info', data: label })
  else {
    const answer = call.caller.ask?.({ method: 'roots/list', params: { label } }, new AbortController().signal)
    goOn()
    expect(await answer).toEqual({ answered: label })
  }
}

/** Makes one call, returns with the answers, and records what the call saw. */
async function follow(url: string, label: string): Promise<string[]> {
  const transcript: string[] = []
  let more: Json = {}
  for (let round = 0; ; round++) {
    const token = `${label} round ${round}`
    const meta = {
      progressToken: token,
      'io.modelcontextprotocol/logLevel': 'debug',
      'io.modelcontextprotocol/clientCapabilities': { roots: {} },
    }
    const params = { name: 'echo', arguments: { label }, ...more }
    const response = await fetch(url, modernRequest(round, 'tools/call', params, meta))
    const isJson = response.headers.get('content-type') === 'application/json'
    const events: unknown[] = isJson ? [await response.json()] : await allEvents(response)
    for (const { method, params: about, result } of events as Telling[]) {
      if (result === undefined) transcript.push(tellingOf(method, about ?? {}, token))
      else if (result['resultType'] !== 'input_required') return [...transcript, `answer ${String(result['label'])}`]
      else {
        const asked = Object.entries(result['inputRequests'] as Record<string, { params: { label: string } }>)
        transcript.push(...asked.map(([, request]) => `ask ${request.params.label}`))
        const answers = asked.map(([key, request]) => [key, { answered: request.params.label }])
        more = { requestState: result['requestState'], inputResponses: Object.fromEntries(answers) as Json }
      }
    }
  }
}

function tellingOf(method: string, about: Json, token: string): string {
  if (method !== 'notifications/progress') return `log ${String(about['data'])}`
  return about['progressToken'] === token
    ? `progress ${String(about['message'])}`
    : `a strange token: ${JSON.stringify(about)}`
}
