/** A permanent allowance, and arguments that begin the same way but mean something else. */
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient } from '#bench/attack/client/limitedClient'
import type { Target } from '#bench/attack/target'

interface Stretch {
  readonly effect: 'allow' | 'deny'
  readonly value: string
  /** Arguments that the decision must not cover. */
  readonly others: readonly string[]
}

const stretches: readonly Stretch[] = [
  {
    effect: 'allow',
    value: 'https://api.example.com',
    others: [
      'https://api.example.com\\@evil.example/',
      'https://api.example.com@evil.example/',
      'https://api.example.com.evil.example/',
      'https://api.example.com:pw@evil.example/',
    ],
  },
  { effect: 'allow', value: 'https://api.example.com/items/', others: ['https://api.example.com/items/..?x'] },
  { effect: 'deny', value: '/etc', others: ['//etc/passwd', '/a/../etc/passwd', '/./etc/passwd'] },
  { effect: 'deny', value: 'https://evil.com', others: ['HTTPS://evil.com/', 'https://EVIL.com/'] },
]
const pauseMs = 20
const patienceMs = 3000

interface Asked {
  readonly id: string
}

export const stretchedAllowance: Attack = {
  name: 'stretched allowances',
  as: 'client',
  async play(target) {
    const breaches: string[] = []
    const gone = new AbortController()
    // A person counts as present while a page reads the questions.
    const attending = ask(`${target.started.url}/api/v1/questions/attend`, {
      headers: { authorization: `Bearer ${target.started.token}` },
      signal: gone.signal,
    })
    await attending
    try {
      await asLimitedClient(target, { path: '/mcp/s/bench', settings: { approval: 'all' } }, async ({ client }) => {
        for (const { effect, value, others } of stretches) {
          const pattern = [{ is: 'startsWith', path: ['text'], value }]
          const call = (text: string): Promise<unknown> =>
            client.request(0, 'tools/call', { name: 'echo', arguments: { text } }).catch((error: unknown) => error)
          const first = call(value)
          await answer(target, await asked(target, first), { kind: effect, remember: 'always', pattern })
          await first
          for (const other of others) {
            const made = call(other)
            const question = await asked(target, made)
            // A call outside the allowance must be asked about. A denied call must be refused without a question.
            if (effect === 'allow' && question === null) breaches.push(`"${value}" allows "${other}"`)
            if (effect === 'deny' && question !== null)
              breaches.push(`the denial of "${value}" is not about "${other}"`)
            if (question !== null) await answer(target, question, { kind: 'deny' })
            await made
          }
          const decisions = (await target.rest('GET', '/decisions')) as Asked[]
          for (const { id } of decisions) await target.rest('DELETE', `/decisions/${id}`)
        }
      })
    } finally {
      gone.abort()
    }
    return breaches
  },
}

/** Resolves with the question that a call caused. Null if the call was answered without one. */
async function asked(target: Target, call: Promise<unknown>): Promise<Asked | null> {
  let answered = false
  void call.then(() => (answered = true))
  for (let waitedMs = 0; waitedMs < patienceMs && !answered; waitedMs += pauseMs) {
    const [question] = (await target.rest('GET', '/questions')) as Asked[]
    if (question !== undefined) return question
    await delay(pauseMs)
  }
  return null
}

async function answer(target: Target, question: Asked | null, reply: object): Promise<void> {
  if (question === null) throw new Error('Nothing was asked.')
  await target.rest('POST', `/questions/${question.id}/answer`, { answer: reply })
}
