import { expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors'
import { createEngineLink } from '#renderer/client/engineLink.ts'
import type { Wire } from '#renderer/client/wire.ts'

/** Wires that answer each call with the wire's number until they are cut. */
function scriptedWires() {
  const cuts: (() => void)[] = []
  let opened = 0
  const open = async (): Promise<Wire> => {
    opened += 1
    const number = opened
    let cut = () => {}
    const closed = new Promise<void>((resolve) => (cut = resolve))
    cuts.push(cut)
    return { link: { call: async () => number }, closed }
  }
  return { open, cut: () => cuts.at(-1)?.(), opened: () => opened }
}

const options = { context: {} }

test('a call made while the wire is gone waits for the next wire', async () => {
  const wires = scriptedWires()
  const engine = createEngineLink(wires.open)
  expect(await engine.link.call(['a'], undefined, options)).toBe(1)
  wires.cut()
  await vi.waitFor(() => expect(engine.state().kind).toBe('waiting'))
  const waiting = engine.link.call(['a'], undefined, options)
  engine.retry()
  expect(await waiting).toBe(2)
})

test('a refused token signs the page out, fails waiting calls at once and is not tried again', async () => {
  let attempts = 0
  const engine = createEngineLink(async () => {
    attempts += 1
    throw new AppError('UNAUTHORIZED', 'no')
  })
  await expect(engine.link.call(['a'], undefined, options)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  engine.retry()
  expect([engine.state().kind, attempts]).toEqual(['signedOut', 1])
})

test('a call without an answer ends with a clear error after the timeout', async () => {
  const engine = createEngineLink(async () => ({
    link: {
      call: (_path, _input, { signal }) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    },
    closed: new Promise(() => {}),
  }))
  const call = engine.link.call(['a'], undefined, { context: { timeoutMs: 5 } })
  await expect(call).rejects.toMatchObject({ code: 'CALL_TIMED_OUT' })
})

test('a caller who gives up while waiting leaves nothing behind', async () => {
  const engine = createEngineLink(() => new Promise(() => {}))
  const abort = new AbortController()
  const call = engine.link.call(['a'], undefined, { ...options, signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})
