/**
 * Calls every route and every client method with the largest inputs it accepts, on an engine with over 200 tools. Each
 * call is answered or refused with a reason, and none fails internally. The test report notes the event loop's delay
 * but does not judge it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { beforeAll, afterAll, describe, expect, it, onTestFinished, type TestContext, vi } from 'vitest'
import type { z } from 'zod'
import { contract } from '#contract/contract'
import { inputBounds } from '#contract/inputBounds'
import { AppError } from '#contract/errors'
import { newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import { internalError } from '#contract/jsonRpc/errorCodes'
import { clientMethods } from '#engine/gateway/request/clientMethods'
import { openLines, rawLines, initializeParams, modernParams } from '#test/integration/gateway/lineClients'
import { largestInputs } from '#test/support/largestInputs'
import type { Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'
import { type RecordingLog, recordingLog } from '#test/support/recordingLog'
import { makeTemporaryFolder, type TemporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { testHost } from '#test/support/testHost'
import { testPorts } from '#test/support/testPorts'

interface Procedure {
  readonly '~orpc': { readonly inputSchema?: z.ZodType }
}
type Call = (input: unknown) => Promise<unknown>

function routes(part: object, path: readonly string[] = []): [string, z.ZodType][] {
  if (!('~orpc' in part)) return Object.entries(part).flatMap(([key, inner]) => routes(inner as object, [...path, key]))
  const { inputSchema } = (part as Procedure)['~orpc']
  return inputSchema === undefined ? [] : [[path.join('.'), inputSchema]]
}

/** The routes that end the server that the other routes use. They run last. */
const last = ['servers.setEnabled', 'servers.update', 'servers.restart', 'servers.remove', 'servers.restore']
const inOrder = routes(contract).sort(([one], [other]) => last.indexOf(one) - last.indexOf(other))
/** The methods that are left out, because they start a session or an endless stream. */
const unlike = new Set(['initialize', 'subscriptions/listen'])
const fault = /INTERNAL|TypeError|RangeError|Maximum call stack/
const pieces = ['a.', '${a}', '{"', '\\ ', '<=']

let folder: TemporaryFolder
let engine: Engine
let log: RecordingLog
let client: object
const loop = monitorEventLoopDelay({ resolution: 5 })

beforeAll(async () => {
  folder = await makeTemporaryFolder()
  log = recordingLog()
  engine = await createEngine({ ...testPorts(folder.path), log })
  for (const name of ['tools', 'victim'])
    await engine.servers.add(newServer.parse({ name, launch: testServer('echo') }))
  await engine.registry.use({ kind: 'all' })
  const names = Array.from({ length: 206 }, (_, number) => `made_up_${number}`)
  const caller = { key: 'test', capabilities: {}, ask: null }
  await engine.router.callTool({ kind: 'all' }, { params: { name: 'tools__set_tools', arguments: { names } }, caller })
  await vi.waitFor(() => {
    if (engine.registry.tools('tools').length <= 200) throw new Error('the tools are not listed yet')
  }, patience)
  client = createRouterClient(implementContract(engine, testHost()), { context: {} })
  loop.enable()
})
afterAll(async () => {
  loop.disable()
  await engine.close()
  await folder.remove()
})

/** Returns the messages of all errors in the log, without their contents, which may be megabytes. */
function faults(): string[] {
  return log.entries.flatMap(({ level, message }) => (level === 'error' ? [message] : []))
}

/** Lets the monitor measure the event loop between two inputs. */
const turn = async () => {
  const before = loop.count
  while (loop.count === before) await setImmediate()
}

/** Notes in the test report how late the event loop was during `run`, and in one turn before and one after it. */
async function noted(context: TestContext, run: () => Promise<void>): Promise<void> {
  loop.reset()
  await turn()
  await run()
  await turn()
  await context.annotate(`the loop was late by ${Math.round(loop.max / 1e6)} ms at the most`)
}

/** Returns whether the call was answered, or the code of its error. A stream counts as answered once it is open. */
async function outcome(call: Call, input: unknown): Promise<string> {
  try {
    const given = await call(input)
    if (typeof given === 'object' && given !== null && Symbol.asyncIterator in given)
      await (given as unknown as AsyncIterator<unknown>).return?.()
    return 'answered'
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.code : String((thrown as { code?: unknown }).code ?? thrown)
  }
}

describe('the largest input', () => {
  it.for(['legacy', 'modern'])('of every method is answered, or refused with a reason: %s', async (era, context) => {
    const stream = openLines(engine.gateway)
    onTestFinished(() => void stream.destroy())
    const lines = rawLines(stream, stream)
    lines.request('hello', 'initialize', initializeParams())
    await lines.next()
    await noted(context, async () => {
      for (const piece of pieces)
        for (const method of Object.keys(clientMethods)) {
          if (unlike.has(method)) continue
          const params = largestParams(piece)
          const id = `${method} ${piece}`.padEnd(inputBounds.requestId, 'x')
          lines.request(id, method, era === 'modern' ? modernParams(params) : params)
          let answer = await lines.next()
          while (answer['id'] !== id) answer = await lines.next()
          const { error } = answer
          await turn()
          expect([method, piece, (error as Json | undefined)?.['code']]).not.toEqual([method, piece, internalError])
        }
    })
    expect(faults()).toEqual([])
  })

  // Catches an input that is compared, nested or stored without a limit, and an input whose size causes an internal
  // fault.
  it.for(inOrder)('of %s is answered, or refused with a reason', async ([route, schema], context) => {
    const call = route.split('.').reduce<unknown>((part, key) => Reflect.get(Object(part), key), client) as Call
    await noted(context, async () => {
      for (const piece of pieces)
        for (const input of largestInputs(schema, piece)) {
          expect([await outcome(call, input)]).not.toEqual([expect.stringMatching(fault)])
          await turn()
        }
    })
    expect(faults()).toEqual([])
  })
})

/**
 * Returns parameters in which every limited string has its maximum length. The others, which are only passed on, fill
 * the rest of the message.
 */
function largestParams(piece: string): Json {
  const of = (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
  return {
    name: of(inputBounds.name),
    uri: of(inputBounds.uri),
    ref: { type: 'ref/prompt', name: of(inputBounds.name) },
    argument: { name: of(inputBounds.name), value: of(inputBounds.completedValue) },
    arguments: { query: of(inputBounds.query), text: of(1_000_000) },
    level: of(100_000),
    cursor: of(100_000),
    protocolVersion: of(100_000),
    _meta: { progressToken: of(inputBounds.progressToken), 'switchboard/project': of(inputBounds.id) },
  }
}
