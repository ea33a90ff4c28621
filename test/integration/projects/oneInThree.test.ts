/**
 * One server in three projects: off in one, two tools off in another, renamed in the third. All doors agree about the
 * server, immediately, after a restart, after a kill, and with another engine. Catches a door that keeps its own copy
 * of the state.
 */
import { once } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ChatModel, startChatModel } from '#test/e2e/chatModel'
import { makePlace, type Place, token } from '#test/integration/cli/switchboard'
import { databasesWith } from '#test/support/databases'
import { connectV1 } from '#test/support/mcpClients'
import {
  agreed,
  chatEnvironment,
  doors,
  everyDoor,
  restOf,
  repeatsQuestion,
  setUpByRest,
} from '#test/support/oneInThree'
import { patience } from '#test/support/patience'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()
const authorization = { authorization: `Bearer ${token}` }

async function calls(url: string) {
  const call = async (path: string, name: string, input: Record<string, unknown> = {}) => {
    const client = await connectV1(`${url}${path}`, {}, authorization)
    try {
      const { content } = await client.callTool({ name, arguments: input })
      return (content as { text: string }[])[0]?.text
    } catch (error) {
      return error instanceof Error ? error.message : error
    } finally {
      await client.close()
    }
  }
  const pids = await Promise.all(['/mcp/p/Work', '/mcp/p/Play', '/mcp'].map((path) => call(path, 'pid')))
  return {
    processes: new Set(pids).size,
    renamed: await call('/mcp/p/Play', 'say', { text: 'hello' }),
    original: await call('/mcp/p/Play', 'echo__echo', { text: 'hello' }),
    off: await call('/mcp/p/Work', 'add', { a: 1, b: 2 }),
    nowhere: await call('/mcp/p/Home', 'echo', { text: 'hello' }),
  }
}

const called = {
  processes: 1,
  renamed: expect.stringContaining('hello'),
  original: expect.stringContaining('hello'),
  off: expect.stringContaining('Unknown tool: add'),
  nowhere: expect.stringContaining('Unknown tool: echo'),
}

async function startModel(): Promise<ChatModel> {
  const model = await startChatModel(repeatsQuestion)
  onTestFinished(() => model.close())
  return model
}

async function placeOn(database: string | null, model: ChatModel): Promise<Place> {
  const place = await makePlace()
  Object.assign(place.environment, chatEnvironment(model), database !== null && { DATABASE_URL: database })
  return place
}

async function serveAt(place: Place, model: ChatModel) {
  const { child, outcome, ready } = await place.serve()
  return { child, outcome, url: ready.url, token, run: place.run, model }
}

describe.each(databasesWith(postgres))('[R8] [R13] one server in three projects, on $name', ({ url }) => {
  test('is the same at every door, immediately, after a restart and after a kill', async () => {
    const model = await startModel()
    const place = await placeOn(await url(), model)
    const first = await serveAt(place, model)
    await setUpByRest(first)
    expect(await doors(first)).toEqual(agreed)
    expect(await calls(first.url)).toEqual(called)
    first.child.kill('SIGTERM')
    await first.outcome

    const second = await serveAt(place, model)
    expect(await doors(second)).toEqual(agreed)
    const killed = once(second.child, 'exit')
    second.child.kill('SIGKILL')
    await killed

    const third = await serveAt(place, model)
    expect(await doors(third)).toEqual(agreed)
    expect(await calls(third.url)).toEqual(called)
  })
})

test.skipIf(postgres === null)('[R8] [R13] two engines on one database agree, whichever makes the change', async () => {
  const database = (await postgres?.createDatabase()) ?? ''
  const model = await startModel()
  const places = [await placeOn(database, model), await placeOn(database, model)] as const
  const [one, two] = await Promise.all([serveAt(places[0], model), serveAt(places[1], model)])
  await setUpByRest(one)
  await vi.waitFor(async () => expect(await doors(two)).toEqual(agreed), patience)
  const rest = restOf(two)
  await rest('PUT', '/projects/Work/tools', { server: 'echo', names: ['add'], enabled: true })
  await rest('PATCH', '/projects/Play/tools', { server: 'echo', name: 'echo', publicName: null, description: null })
  await vi.waitFor(async () => {
    expect(await doors(one)).toMatchObject({ work: everyDoor('add,echo'), play: everyDoor('add,echo') })
  }, patience)
})
