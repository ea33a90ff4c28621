import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import type { SignInKind } from '#contract/servers/signIn'
import type { Caller } from '#engine/router/call'
import { deferred } from '#test/support/deferred'
import { RouterBench, timeoutMs } from '#test/support/routerBench'

const visitor: Partial<Caller> = { capabilities: { elicitation: { url: {} } } }
const needed = () => new AppError('SIGN_IN_REQUIRED', 's0 needs a sign-in.', { data: { account: 's0' } })

/** Simulates signing in to one server. `end` completes it as a person would. */
function openSignIn(address: string | null = 'https://issuer.test/authorize') {
  let kind: SignInKind = 'needed'
  let over = deferred<boolean>()
  const done: string[] = []
  const end = (isDone: boolean) => {
    kind = isDone ? 'signedIn' : 'needed'
    over.resolve(isDone)
    over = deferred()
  }
  const signIns = {
    kindOf: () => kind,
    begin: () => {
      done.push('begin')
      kind = address === null ? 'signedIn' : 'waiting'
      return Promise.resolve(address)
    },
    signedIn: (_account: string, signal: AbortSignal) =>
      new Promise<boolean>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        void over.promise.then(resolve)
      }),
    cancel: () => {
      done.push('cancel')
      end(false)
      return Promise.resolve()
    },
  }
  return { signIns, done, end, setKind: (now: SignInKind) => (kind = now) }
}

async function openBench(more: Partial<Caller> = visitor, address?: string | null) {
  const signIn = openSignIn(address)
  const bench = new RouterBench(2, 1, undefined, signIn.signIns)
  const [server, other] = bench.servers
  if (server === undefined || other === undefined) throw new Error('there are two servers')
  for (const one of bench.servers) one.connection.start()
  await bench.settle()
  const call = (caller = 'a', tool = 's0') => bench.call({ tool, caller, asks: true, more })
  const refuse = async (error = needed()) => {
    const [at] = server.calls
    if (at === undefined) throw new Error('the server has no call')
    server.refuse(at, error)
    await bench.settle()
  }
  const answer = async () => {
    const [at] = server.calls
    if (at === undefined) throw new Error('the server has no call')
    server.answer(at, { result: { done: true } })
    await bench.settle()
  }
  return { ...signIn, bench, server, other, call, refuse, answer }
}

describe('a call whose server wants a sign-in', () => {
  it('[R16] asks the caller to open the page, and is made again once a person has signed in', async () => {
    const { bench, server, call, refuse, answer, end, done } = await openBench()
    const made = call()
    const before = server.calls[0]?.arguments
    await refuse()
    expect(made.asked.map(({ params }) => params)).toEqual([
      {
        mode: 'url',
        url: 'https://issuer.test/authorize',
        message: 's0 needs a sign-in. Open this page to sign in; the call then continues.',
        elicitationId: 'sign-in-1',
      },
    ])
    made.asked[0]?.answer({ action: 'accept' })
    await bench.settle()
    expect(server.calls).toEqual([])
    end(true)
    await bench.settle()
    expect(server.calls.map((one) => one.arguments)).toEqual([before])
    await answer()
    expect(made.outcomes).toEqual([{ result: { done: true } }])
    expect([made.recorded, server.received, done]).toEqual([1, 2, ['begin']])
  })

  it('continues when the person signs in elsewhere, and withdraws the question', async () => {
    const { bench, call, refuse, answer, end } = await openBench()
    const made = call()
    await refuse()
    end(true)
    await bench.settle()
    expect(made.asked[0]?.signal.aborted).toBe(true)
    await answer()
    expect(made.outcomes).toEqual([{ result: { done: true } }])
  })

  it('is made again without a question if no person is needed', async () => {
    const { call, refuse, answer } = await openBench(visitor, null)
    const made = call()
    await refuse()
    await answer()
    expect([made.asked, made.outcomes]).toEqual([[], [{ result: { done: true } }]])
  })

  it('fails with the reason if the person declines, and cancels the sign-in that was started for it', async () => {
    const { bench, server, call, refuse, done } = await openBench()
    const made = call()
    await refuse()
    made.asked[0]?.answer({ action: 'decline' })
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'SIGN_IN_REQUIRED', message: 's0 needs a sign-in.' } }])
    expect([server.calls, done]).toEqual([[], ['begin', 'cancel']])
  })

  // Catches a sign-in that is cancelled while a person is in the browser, because the call that asked for it gave up.
  it('does not cancel the sign-in of a person who has agreed, even when the call times out', async () => {
    const { bench, call, refuse, done } = await openBench()
    const made = call()
    await refuse()
    made.asked[0]?.answer({ action: 'accept' })
    await bench.settle()
    bench.clock.advance(300_000 + 2 * timeoutMs)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'CALL_TIMED_OUT' } }])
    expect(done).toEqual(['begin'])
  })

  it('does not cancel a sign-in that was started for another reason', async () => {
    const { bench, call, refuse, done, setKind } = await openBench()
    setKind('waiting')
    const made = call()
    await refuse()
    made.asked[0]?.answer({ action: 'decline' })
    await bench.settle()
    expect(done).toEqual(['begin'])
  })

  it('[R17] holds no slot while waiting, and several calls share one sign-in', async () => {
    const { bench, server, call, refuse, end, done } = await openBench()
    const made = [call('a'), call('b')]
    await refuse()
    await refuse()
    expect(made.map(({ asked }) => asked.length)).toEqual([1, 1])
    made[0]?.asked[0]?.answer({ action: 'decline' })
    await bench.settle()
    expect(done).toEqual(['begin', 'begin'])
    end(true)
    await bench.settle()
    expect(server.calls).toHaveLength(1)
  })

  it('does not ask for sign-ins endlessly', async () => {
    const { bench, call, refuse, end, setKind } = await openBench()
    const made = call()
    for (let round = 0; round < 3; round++) {
      await refuse()
      end(true)
      await bench.settle()
      setKind('needed')
    }
    await refuse()
    expect(made.outcomes).toMatchObject([{ error: { code: 'SIGN_IN_REQUIRED' } }])
  })

  it('[R21] is not made again if it is cancelled meanwhile', async () => {
    const { bench, server, call, refuse, end } = await openBench()
    const made = call()
    await refuse()
    made.cancel.cancel()
    await bench.settle()
    end(true)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'CALL_CANCELLED' } }])
    expect(server.calls).toEqual([])
  })

  it('is made at another group member that needs no sign-in', async () => {
    const { bench, server, other, call, done } = await openBench()
    bench.addRoute('group', 'group', ['s0', 's1'])
    const made = call('a', 'group')
    const first = server.calls.length > 0 ? server : other
    const second = first === server ? other : server
    const [at] = first.calls
    if (at === undefined) throw new Error('no server has the call')
    first.refuse(at, needed())
    await bench.settle()
    expect([made.outcomes, made.asked, done]).toEqual([[], [], []])
    expect(second.calls).toHaveLength(1)
  })

  it.each([
    ['whose caller visits no pages', { capabilities: { elicitation: {} } }],
    ['whose caller cannot be asked', { ...visitor, ask: null }],
  ])('%s fails with the error, and no sign-in is started', async (_whom, more: Partial<Caller>) => {
    const { call, refuse, done } = await openBench(more)
    const made = call()
    await refuse()
    expect(made.outcomes).toMatchObject([{ error: { code: 'SIGN_IN_REQUIRED' } }])
    expect([made.asked, done]).toEqual([[], []])
  })

  it('passes on the error if the server offers no sign-in', async () => {
    const { call, refuse, done } = await openBench()
    const made = call()
    await refuse(new AppError('SIGN_IN_REQUIRED', 'It did not accept the configured header.'))
    expect(made.outcomes).toMatchObject([{ error: { message: 'It did not accept the configured header.' } }])
    expect([made.asked, done]).toEqual([[], []])
  })
})
