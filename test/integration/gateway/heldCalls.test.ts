/** A server asks a modern client questions during a call. The call waits, and the client returns with the answers. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import type { ScriptedCall } from '#test/integration/gateway/scriptedEngine'
import { deferred } from '#test/support/deferred'
import { allEvents, modernRequest, openSession, type Json } from '#test/support/mcpClients'

const sampling = { method: 'sampling/createMessage', params: { maxTokens: 5 } }
const roots = { method: 'roots/list', params: {} }
const never = new AbortController().signal
const capabilities = { sampling: {}, roots: {}, elicitation: { form: {}, url: {} } }
const declared = { 'io.modelcontextprotocol/clientCapabilities': capabilities }
const gatherMs = 10
const heldMs = 2 * 60_000

interface InputRequired {
  readonly inputRequests: Record<string, Json>
  readonly requestState: string
}

let host: GatewayHost
beforeEach(async () => {
  host = await openGateway()
})
afterEach(() => host.close())

/** Asks a question, and advances the clock until the question is sent. */
function ask({ caller }: ScriptedCall, request: { method: string; params: Json }, signal = never): Promise<unknown> {
  const answer = caller.ask?.(request, signal)
  const settled = Promise.resolve(answer).catch((thrown: unknown) => ({ refused: (thrown as AppError).data }))
  host.clock.advance(gatherMs)
  return settled
}

function send(params: Json = {}, meta: Json = {}, signal?: AbortSignal): Promise<Response> {
  const request = modernRequest(1, 'tools/call', { name: 'echo', ...params }, { ...declared, ...meta })
  return fetch(host.url, { ...request, ...(signal && { signal }) })
}

async function call(params: Json = {}, meta: Json = {}): Promise<Json> {
  return (await (await send(params, meta)).json()) as Json
}

const inputRequiredOf = ({ result }: Json): InputRequired => result as InputRequired

/** Returns the params with which a client comes back: one answer for each question. */
function back({ inputRequests, requestState }: InputRequired, answer: Json, more: Json = {}): Json {
  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, answer]))
  return { inputResponses, requestState, ...more }
}

describe('a call that asks a client of 2026-07-28', () => {
  it('[R16] is answered with the question, waits, and continues with the answer', async () => {
    host.engine.on('echo', async (made) => ({ content: [], got: await ask(made, sampling) }))
    const asked = await call()
    expect(asked).toMatchObject({ id: 1, result: { resultType: 'input_required' } })
    const wish = inputRequiredOf(asked)
    expect(Object.values(wish.inputRequests)).toEqual([sampling])
    const answer = { role: 'assistant', 'x-vendor': { kept: true } }
    expect(await call(back(wish, answer))).toMatchObject({ result: { resultType: 'complete', got: answer } })
    expect(host.engine.calls).toHaveLength(1)
    expect(host.gateway.inUse().held).toBe(0)
  })

  it('[R16] may ask repeatedly, each time with a new state', async () => {
    host.engine.on('echo', async (made) => ({ content: [], got: [await ask(made, sampling), await ask(made, roots)] }))
    const first = inputRequiredOf(await call())
    const second = inputRequiredOf(await call(back(first, { n: 1 })))
    expect(Object.values(second.inputRequests)).toEqual([roots])
    expect(second.requestState).not.toBe(first.requestState)
    expect(await call(back(second, { n: 2 }))).toMatchObject({ result: { got: [{ n: 1 }, { n: 2 }] } })
  })

  it('several questions at once are one round, and unanswered ones are asked again', async () => {
    host.engine.on('echo', async (made) => {
      const both = [Promise.resolve(made.caller.ask?.(sampling, never)), ask(made, roots)]
      return { content: [], got: await Promise.all(both) }
    })
    const wish = inputRequiredOf(await call())
    const [one, two] = Object.keys(wish.inputRequests) as [string, string]
    const more = { stranger: { n: 9 } }
    const again = inputRequiredOf(
      await call({ inputResponses: { [one]: { n: 1 }, ...more }, requestState: wish.requestState }),
    )
    expect(again.inputRequests).toEqual({ [two]: roots })
    expect(await call(back(again, { n: 2 }))).toMatchObject({ result: { got: [{ n: 1 }, { n: 2 }] } })
  })

  it('[R16] progress and log messages go into the response of their round, with its token and level', async () => {
    host.engine.on('echo', async (made) => {
      const tell = (data: string) => {
        made.onNotification?.('notifications/progress', { progressToken: 'first', progress: 1, message: data })
        made.onNotification?.('notifications/message', { level: 'info', data })
      }
      tell('one')
      const got = await ask(made, sampling)
      tell('two')
      return { content: [], got }
    })
    const level = 'io.modelcontextprotocol/logLevel'
    const [progress, ended] = (await allEvents(await send({}, { progressToken: 'first' }))) as [Json, Json]
    expect(progress).toMatchObject({ params: { progressToken: 'first', message: 'one' } })
    const again = send(back(inputRequiredOf(ended), { n: 1 }), { progressToken: 2, [level]: 'info' })
    expect(await allEvents(await again)).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 2, message: 'two' } },
      { method: 'notifications/message', params: { data: 'two' } },
      { result: { got: { n: 1 } } },
    ])
  })

  it('a request to visit a page lacks the id that only legacy clients know', async () => {
    const visit = { mode: 'url', url: 'https://example.org', message: 'Sign in' }
    const legacy = { method: 'elicitation/create', params: { ...visit, elicitationId: 'e1' } }
    host.engine.on('echo', async (made) => ({ content: [], got: await ask(made, legacy) }))
    const { inputRequests } = inputRequiredOf(await call())
    expect(Object.values(inputRequests)).toEqual([{ method: 'elicitation/create', params: visit }])
  })

  it('the server’s answer that arrived meanwhile is available when the client is back', async () => {
    const late = deferred<Json>()
    host.engine.on('echo', (made) => {
      void ask(made, sampling)
      return late.promise
    })
    const wish = inputRequiredOf(await call())
    late.resolve({ content: [], got: 'without it' })
    expect(await call(back(wish, {}))).toMatchObject({ result: { got: 'without it' } })
  })

  it('is not held for a client that declared no ability to answer', async () => {
    host.engine.on('echo', ({ caller }) => ({ content: [], got: caller.ask }))
    const none = { 'io.modelcontextprotocol/clientCapabilities': { experimental: { sampling: {} } } }
    expect(await call({}, none)).toMatchObject({ result: { got: null } })
  })
})

describe('a server of the legacy era that first wants a page to be visited', () => {
  const page = { mode: 'url', url: 'https://example.org/connect', message: 'Sign in' }
  const error = { code: -32042, message: 'first this', data: { elicitations: [{ ...page, elicitationId: 'e1' }] } }

  beforeEach(() =>
    host.engine.on('echo', () => {
      throw new AppError('SERVER_ERROR', error.message, { data: error })
    }),
  )

  it.each([[{}], [{ elicitation: {} }], [{ elicitation: { form: {} } }]])(
    'has its error translated for a client that declared %j',
    async (given) => {
      const answer = await send({}, { 'io.modelcontextprotocol/clientCapabilities': given })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({
        error: { code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } },
      })
    },
  )

  it('has its error passed unchanged to a client of its own era', async () => {
    const session = await openSession(host.url, '2025-11-25', { elicitation: { url: {} } })
    const answer = (await (await session.request(1, 'tools/call', { name: 'echo' })).json()) as Json
    expect(answer['error']).toEqual(error)
  })

  it('has its error passed unchanged if the request in it cannot be read', async () => {
    const unsound = { ...error, data: { elicitations: [{ mode: 'form' }] } }
    host.engine.on('echo', () => {
      throw new AppError('SERVER_ERROR', 'm', { data: unsound })
    })
    expect(await call()).toMatchObject({ error: unsound })
  })
})

describe('the state of a held call', () => {
  const refused = { error: { code: -32602 } }

  async function held(): Promise<InputRequired> {
    host.engine.on('echo', async (made) => ({ content: [], got: await ask(made, sampling) }))
    host.engine.on('other', () => ({ content: [] }))
    return inputRequiredOf(await call())
  }

  it('is refused if it was changed, or is used for another call', async () => {
    const wish = await held()
    expect(await call(back(wish, {}, { requestState: `${wish.requestState}-TAMPERED` }))).toMatchObject(refused)
    expect(await call(back(wish, {}, { name: 'other' }))).toMatchObject(refused)
    expect(host.engine.calls).toHaveLength(1)
    expect(await call(back(wish, { n: 1 }))).toMatchObject({ result: { got: { n: 1 } } })
  })

  it('works once, and counts as expired when it is reused, during the call and afterwards', async () => {
    const goOn = deferred()
    host.engine.on('echo', async (made) => {
      const got = await ask(made, sampling)
      await goOn.promise
      return { content: [], got }
    })
    const wish = inputRequiredOf(await call())
    const arrived = host.nextRequest()
    const first = call(back(wish, { n: 1 }))
    await arrived
    expect(await call(back(wish, { n: 2 }))).toMatchObject(refused)
    goOn.resolve()
    expect(await first).toMatchObject({ result: { got: { n: 1 } } })
    expect(await call(back(wish, { n: 3 }))).toMatchObject(refused)
  })

  it('expires when the client stays away too long: the server is refused, and the call is cancelled', async () => {
    const outcome = deferred<unknown>()
    host.engine.on('echo', async (made) => {
      outcome.resolve([await ask(made, sampling), made.signal.aborted])
      return { content: [] }
    })
    const wish = inputRequiredOf(await call())
    host.clock.advance(heldMs)
    expect(await outcome.promise).toEqual([
      { refused: { code: -32603, message: 'The client did not come back with an answer.' } },
      true,
    ])
    expect(host.gateway.inUse().held).toBe(0)
    expect(await call(back(wish, {}))).toMatchObject(refused)
  })

  it('that Switchboard did not issue reaches the server unchanged', async () => {
    host.engine.on('echo', ({ params }) => ({ content: [], got: params['requestState'] }))
    expect(await call({ requestState: 'opaque' })).toMatchObject({ result: { got: 'opaque' } })
  })
})

describe('held calls are limited', () => {
  it('a call above the number allowed for its client is refused and cancelled, and a freed place is reused', async () => {
    await host.close()
    host = await openGateway({ heldCallsPerClient: 2 })
    const takenBack: boolean[] = []
    host.engine.on('echo', async (made) => {
      const got = await ask(made, sampling)
      takenBack.push(made.signal.aborted)
      return { content: [], got }
    })
    const [first] = [inputRequiredOf(await call()), inputRequiredOf(await call())]
    expect(await call()).toMatchObject({ error: { code: 429, data: { code: 'QUEUE_FULL' } } })
    expect(takenBack).toEqual([true])
    await call(back(first, {}))
    expect(await call()).toMatchObject({ result: { resultType: 'input_required' } })
  })

  it('a client that leaves during its round cancels the call', async () => {
    const left = deferred<unknown>()
    const reached = deferred()
    host.engine.on('echo', async (made) => {
      await ask(made, sampling)
      made.signal.addEventListener('abort', () => left.resolve('taken back'))
      reached.resolve()
      return await new Promise<Json>(() => undefined)
    })
    const wish = inputRequiredOf(await call())
    const leave = new AbortController()
    const going = send(back(wish, {}), {}, leave.signal).catch(() => 'left')
    await reached.promise
    leave.abort()
    expect(await Promise.all([left.promise, going])).toEqual(['taken back', 'left'])
    await expect.poll(() => host.gateway.inUse().held).toBe(0)
  })

  it('all held calls end with the endpoint', async () => {
    const outcome = deferred<unknown>()
    host.engine.on('echo', async (made) => {
      outcome.resolve(await ask(made, sampling))
      return { content: [] }
    })
    await call()
    host.gateway.close()
    expect(await outcome.promise).toMatchObject({ refused: { code: -32603 } })
    expect(host.gateway.inUse().held).toBe(0)
  })
})
