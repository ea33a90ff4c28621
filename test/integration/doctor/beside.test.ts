/** The doctor examines a server that is also running. */
import { expect, test, vi } from 'vitest'
import { told } from '#test/integration/doctor/patients'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

async function running(launch: ReturnType<typeof testServer>) {
  const engine = await startTestEngine({ patient: { launch } })
  const ready = () => {
    const { state } = engine.registry.get('patient')
    expect(state.kind).toBe('ready')
    return state
  }
  const state = await vi.waitFor(ready, patience)
  return { engine, state, now: () => engine.registry.get('patient').state }
}

test('the running server is not touched, and keeps its process and state', async () => {
  const { engine, state, now } = await running(testServer('echo'))
  const { verdict, found } = await told(engine.doctor.examine('patient', undefined, undefined))
  expect(verdict.healthy).toBe(true)
  expect(now()).toEqual(state)
  expect(engine.registry.get('patient').restarts).toBe(0)
  expect(state.kind === 'ready' && found('process')).not.toContain(String(state.kind === 'ready' && state.pid))
})

test('a copy’s conflict with the running server is distinguished from a configuration error', async () => {
  const lock = `${await temporaryFolder()}/lock`
  const script = `
    try { require('fs').mkdirSync(${JSON.stringify(lock)}) } catch { console.error('already locked'); process.exit(1) }
    const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      if (method === 'server/discover') console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }))
      if (method === 'initialize')
        answer(id, { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'one', version: '1' } })
    })`
  const { engine, state } = await running({ transport: 'stdio', command: process.execPath, args: ['-e', script] })
  const { verdict } = await told(engine.doctor.examine('patient', undefined, undefined))
  expect(verdict.healthy).toBe(false)
  const pid = state.kind === 'ready' ? state.pid : null
  expect(verdict.advice.at(-1)?.text).toContain(`The same server (process ${pid}) is running in the engine right now`)
})

test('closing the engine ends an examination that is under way', async () => {
  const engine = await startTestEngine({ patient: { launch: testServer('mute'), enabled: false } })
  const events = engine.doctor.examine('patient', undefined, undefined)
  const reading = (async () => {
    for await (const event of events) if (event.type === 'phase' && event.phase === 'handshake') await engine.close()
  })()
  await expect(reading).resolves.toBeUndefined()
})

test('an unknown server is not examined', async () => {
  const engine = await startTestEngine()
  expect(() => engine.doctor.examine('nobody', undefined, undefined)).toThrow('Server nobody does not exist.')
})
