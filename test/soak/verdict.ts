/** Decides how a call ended, and whether its answer contains data from another call. Pure functions. */
import type { SoakCall } from '#test/soak/soakCalls'
import type { Answered, Json } from '#test/soak/soakClient'

export interface Verdict {
  readonly kind: string
  readonly violations: readonly string[]
}

/** Every call has its own nonce, `nonce-{client}x{line}-{number}-`. No other text looks like one. */
const noncePattern = /nonce-[a-z0-9]+x[a-z0-9]+-\d+-/g

export function noncesIn(text: string): string[] {
  return [...text.matchAll(noncePattern)].map(([nonce]) => nonce)
}

export function clientOf(nonce: string): string {
  return nonce.slice('nonce-'.length, nonce.indexOf('x'))
}

function isLog(message: Json): boolean {
  return message['method'] === 'notifications/message'
}

/**
 * Returns the nonces that must not reach a client outside of its calls: those of other clients, and any in progress
 * notifications. A log message from the client's own calls may arrive there.
 */
export function straysIn(text: string, client: string): string[] {
  const isProgress = text.includes('"notifications/progress"')
  return noncesIn(text).filter((nonce) => isProgress || clientOf(nonce) !== client)
}

export function judge(call: SoakCall, id: number, answered: Answered): Verdict {
  switch (answered.kind) {
    case 'hang':
      return { kind: 'hang', violations: [`${call.nonce} (${call.target}) was never answered`] }
    case 'hungUp':
      return { kind: 'cancelled', violations: [] }
    case 'noEngine':
      return { kind: 'no engine', violations: [] }
    case 'response':
      return judgeResponse(call, id, answered)
  }
}

function judgeResponse(call: SoakCall, id: number, answered: Extract<Answered, { kind: 'response' }>): Verdict {
  const { status, messages } = answered
  const violations: string[] = []
  for (const message of messages)
    for (const nonce of noncesIn(JSON.stringify(message)))
      if (nonce !== call.nonce && !(isLog(message) && clientOf(nonce) === clientOf(call.nonce)))
        violations.push(`${nonce} appeared in a message for ${call.nonce}`)
  const outcomes = messages.filter((message) => message['id'] === id)
  if (outcomes.length > 1) violations.push(`${call.nonce} was answered ${outcomes.length} times`)
  for (const message of messages) {
    const params = (message['params'] ?? {}) as Json
    if (message['method'] === 'notifications/progress' && params['progressToken'] !== call.nonce)
      violations.push(`${call.nonce} got progress of ${JSON.stringify(params['progressToken'])}`)
  }
  const [outcome] = outcomes
  const kind =
    outcome === undefined
      ? withoutOutcome(call, status)
      : kindOf(call, outcome, violations) + (status === 200 ? '' : ` (HTTP ${status})`)
  if (kind === 'nothing') violations.push(`${call.nonce} (${call.target}) got neither answer nor error: ${status}`)
  return { kind, violations }
}

/** A legacy call that its client cancelled gets no answer. A call in a lost session gets only an HTTP status. */
function withoutOutcome(call: SoakCall, status: number): string {
  if (call.cancelAfterMs !== null && status === 200) return 'cancelled'
  return status >= 400 ? `status ${status}` : 'nothing'
}

function kindOf(call: SoakCall, outcome: Json, violations: string[]): string {
  const error = outcome['error'] as { code?: unknown; message?: unknown; data?: { code?: unknown } } | undefined
  if (error !== undefined) {
    if (error.code === -32603) violations.push(`${call.nonce} met a fault: ${String(error.message)}`)
    return `error ${String(error.data?.code ?? error.code)}`
  }
  const result = outcome['result'] as { content?: { text?: string }[]; isError?: boolean } | undefined
  if (result?.isError === true) return 'tool error'
  const said = call.method === 'tools/call' ? (result?.content?.[0]?.text ?? '') : JSON.stringify(result)
  const expected =
    call.arguments['bytes'] === undefined ? said.includes(call.nonce) : said.length === call.arguments['bytes']
  if (!expected) violations.push(`${call.nonce} (${call.target}) was answered with ${said.slice(0, 100)}`)
  return 'answer'
}
