/** No client sees data from another session or another call, whatever happens, in whichever order. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { text, type ScriptedCall } from '#test/integration/gateway/scriptedEngine'
import { events, openSession, type Json, type RawSession } from '#test/support/mcpClients'

type Step = 'progress' | 'log' | 'ask'

interface Plan {
  readonly session: number
  readonly steps: readonly Step[]
}

it('concurrent sessions and calls never see each other, in any interleaving', async () => {
  const host = await openGateway()
  const plan = fc.record({
    session: fc.nat(2),
    steps: fc.array(fc.constantFrom<Step[]>('progress', 'log', 'ask'), { maxLength: 4 }),
  })
  const plans = fc.array(plan, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(plans, fc.scheduler(), async (given, scheduler) => {
      const { transcripts, expected } = await interleave(host, given, scheduler)
      expect(transcripts).toEqual(expected)
    }),
    { numRuns: 40 },
  )
  await host.close()
})

async function interleave(host: GatewayHost, plans: readonly Plan[], scheduler: fc.Scheduler) {
  const sessions = await Promise.all([0, 1, 2].map(() => openSession(host.url, '2025-11-25', { roots: {} })))
  const calls = plans.map((plan, index) => ({ ...plan, label: `call ${index} of session ${plan.session}` }))
  host.engine.on('echo', async (call) => {
    const { label } = call.params.arguments as { label: string }
    for (const step of calls.find((candidate) => candidate.label === label)?.steps ?? []) {
      await scheduler.schedule(Promise.resolve(), `${step} of ${label}`)
      await take(step, label, call)
    }
    return text(label)
  })
  const following = calls.map(({ session, label }, index) => follow(sessions.at(session)!, index, label))
  const transcripts = await scheduler.waitFor(Promise.all(following))
  const expected = calls.map(({ steps, label }) => [
    ...steps.map((step) => (step === 'progress' ? `progress ${digest(label)}` : `${step} ${label}`)),
    `answer ${label}`,
  ])
  return { transcripts, expected }
}

/** Takes one step of a tool. Each step shows or asks something that only the tool's own caller may see. */
async function take(step: Step, label: string, call: ScriptedCall): Promise<void> {
  if (step === 'progress') {
    const progressToken = call.params._meta?.['progressToken']
    call.onNotification?.('notifications/progress', { progressToken, progress: 1 })
  } else if (step === 'log') call.onNotification?.('notifications/message', { level: 'info', data: label })
  else {
    const answer = await call.caller.ask?.({ method: 'roots/list', params: { label } }, new AbortController().signal)
    expect(answer).toEqual({ answered: label })
  }
}

/** Makes one call, answers its questions, and records what it saw. */
async function follow(session: RawSession, index: number, label: string): Promise<string[]> {
  const params = { name: 'echo', arguments: { label }, _meta: { progressToken: digest(label) } }
  const response = await session.request(index, 'tools/call', params)
  if (response.headers.get('content-type') === 'application/json') return [answerText((await response.json()) as Json)]
  const transcript: string[] = []
  for await (const event of events(response)) transcript.push(await witness(session, event as Json))
  return transcript
}

async function witness(session: RawSession, event: Json): Promise<string> {
  const params = (event['params'] ?? {}) as Json
  switch (event['method']) {
    case 'notifications/progress':
      return `progress ${String(params['progressToken'])}`
    case 'notifications/message':
      return `log ${String(params['data'])}`
    case 'roots/list':
      await session.send({ jsonrpc: '2.0', id: event['id'], result: { answered: params['label'] } })
      return `ask ${String(params['label'])}`
    default:
      return answerText(event)
  }
}

function answerText(event: Json): string {
  const { content } = (event['result'] ?? {}) as { content?: { text: string }[] }
  return `answer ${content?.[0]?.text ?? ''}`
}

function digest(label: string): string {
  return createHash('sha256').update(label).digest('hex').slice(0, 8)
}
