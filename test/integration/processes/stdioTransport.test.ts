/** Lines between the engine and real processes: long lines, broken lines, and lines around the exit of the process. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#engine/clock'
import type { MessageFacts, Transport, TransportExit } from '#engine/connections/transport'
import { createStdioTransportOpener } from '#engine/connections/transports/stdioTransport'
import { keeperForTest } from '#test/integration/processes/keeperForTest'
import { eventually, isRunning } from '#test/support/processList'
import { serverFile } from '#test/support/testServers'

interface Opened {
  readonly transport: Transport
  readonly messages: string[]
  readonly output: [string, string][]
  readonly exits: TransportExit[]
  readonly exited: Promise<TransportExit>
}

interface OpenOptions {
  readonly maxLineBytes?: number
  /** How long the process may take to exit by itself, in milliseconds. On a busy machine, it may still be starting. */
  readonly askMs?: number
}

const noFacts: MessageFacts = { id: null, method: null, params: undefined, alone: false }

async function open(args: readonly string[], { maxLineBytes, askMs = 100 }: OpenOptions = {}): Promise<Opened> {
  const keeper = await keeperForTest({ askMs, terminateMs: 200 })
  const options = { keeper, clock: systemClock, ...(maxLineBytes !== undefined && { maxLineBytes }) }
  const messages: string[] = []
  const output: [string, string][] = []
  const exits: TransportExit[] = []
  return new Promise((resolve, reject) => {
    const exited = new Promise<TransportExit>((tell) => {
      const events = {
        onMessage: (json: string) => void messages.push(json),
        onOutput: (source: string, text: string) => void output.push([source, text]),
        onUnanswered: () => undefined,
        isAwaited: () => false,
        onDoubt: () => undefined,
        onGap: () => undefined,
        onExit: (exit: TransportExit) => {
          exits.push(exit)
          tell(exit)
        },
      }
      const launch = { transport: 'stdio' as const, command: process.execPath, args: [...args], env: {} }
      createStdioTransportOpener(options)(launch, 'test', events).then(
        (transport) => resolve({ transport, messages, output, exits, exited }),
        reject,
      )
    })
  })
}

const script = (code: string, options?: OpenOptions) => open(['-e', code], options)

describe('messages', () => {
  it('of 10 and 50 MB arrive completely, and the small ones around them in order', async () => {
    const server = await script(`
      const line = (bytes) => JSON.stringify({ id: bytes, text: 'ü'.repeat(bytes / 2) }) + '\\n'
      process.stdout.write(line(2) + line(10_000_000) + line(4) + line(50_000_000) + line(6))
    `)
    await server.exited
    const parsed = server.messages.map((message) => JSON.parse(message) as { id: number; text: string })
    expect(parsed.map(({ id, text }) => [id, text.length])).toEqual(
      [2, 10_000_000, 4, 50_000_000, 6].map((bytes) => [bytes, bytes / 2]),
    )
  })

  it('longer than the limit end the transport with the reason, and the process with it', async () => {
    const code = `process.stdout.write('{"a":1}\\n' + '{'.repeat(3_000_000)); setInterval(() => {}, 1000)`
    const server = await script(code, { maxLineBytes: 2 * 1024 * 1024 })
    expect(await server.exited).toEqual({ code: null, signal: null, reason: 'sent a line of more than 2 MB' })
    expect(server.messages).toEqual(['{"a":1}'])
    await server.transport.close()
    expect(isRunning(server.transport.pid ?? 0)).toBe(false)
    expect(server.exits).toHaveLength(1)
  })

  it('are distinguished from other lines on stdout, such as a banner, which go to the log', async () => {
    const server = await script(`
      process.stdout.write('Listening on stdio\\r\\n\\n  {"indented":1}\\r\\n[{"batch":1}]\\nnull\\n' + 'x'.repeat(20_000) + '\\nlast words')
    `)
    await server.exited
    expect(server.messages).toEqual(['  {"indented":1}', '[{"batch":1}]'])
    expect(server.output).toEqual([
      ['stdout', 'Listening on stdio'],
      ['stdout', 'null'],
      ['stdout', `${'x'.repeat(8192)} … (cut)`],
      ['stdout', 'last words'],
    ])
  })

  it('that are sent in one turn all arrive in order, even large ones', async () => {
    const server = await open([serverFile('echo')])
    const call = (id: number, text: string) => {
      const params = { name: 'echo', arguments: { text } }
      server.transport.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }), noFacts)
    }
    for (let id = 1; id <= 500; id += 1) call(id, id % 100 === 0 ? 'ü'.repeat(1_000_000) : 'small')
    await eventually(20_000, 'all are answered', () => server.messages.length === 500)
    const ids = server.messages.map((message) => (JSON.parse(message) as { id: number }).id)
    expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
  })
})

describe('stderr', () => {
  it('is kept from the first byte to the last, line by line, including an unfinished last line', async () => {
    const server = await script(
      `process.stderr.write('first ü\\n\\nsecond\\r\\n' + 'y'.repeat(9000) + '\\nlast'); process.exitCode = 3`,
    )
    expect(await server.exited).toEqual({ code: 3, signal: null, reason: 'exited with code 3' })
    expect(server.output).toEqual([
      ['stderr', 'first ü'],
      ['stderr', 'second'],
      ['stderr', `${'y'.repeat(8192)} … (cut)`],
      ['stderr', 'last'],
    ])
  })

  it('of a server that crashes at once is complete when the exit is reported (otherwise the reason is lost)', async () => {
    const server = await open([serverFile('crashing')])
    await server.exited
    expect(server.output).toEqual([['stderr', 'crashing: cannot open the configuration']])
  })
})

describe('the exit', () => {
  it('is reported once, after the output of the process, also when the process was killed', async () => {
    const server = await script(`process.stdout.write('{"last":1}\\n', () => process.kill(process.pid, 'SIGKILL'))`)
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL', reason: 'was killed by SIGKILL' })
    expect(server.messages).toEqual(['{"last":1}'])
    await server.transport.close()
    expect(server.exits).toHaveLength(1)
  })

  it('is reported although a descendant holds stdout and keeps writing', { timeout: 10_000 }, async () => {
    const server = await script(`
      const { spawn } = require('node:child_process')
      const holder = "process.on('SIGTERM', () => {}); setInterval(() => process.stdout.write('{\\"holder\\":1}\\\\n'), 5)"
      spawn(process.execPath, ['-e', holder], { stdio: ['ignore', 'inherit', 'ignore'], detached: true }).unref()
      setTimeout(() => process.exit(0), 500)
    `)
    await server.exited
    const told = server.messages.length
    expect(told).toBeGreaterThan(0)
    // The descendant ignores SIGTERM, so it continues to write for a while.
    await server.transport.close()
    expect(server.messages).toHaveLength(told)
  })

  it('is reported as a stop when the engine asked for it', async () => {
    const server = await open([serverFile('echo')], { askMs: 20_000 })
    await server.transport.close()
    expect(await server.exited).toEqual({ code: 0, signal: null, reason: 'was stopped' })
  })

  it('is the only report: writing to a process that has closed stdin or exited throws nothing', async () => {
    const server = await script(`
      require('node:fs').closeSync(0)
      process.stdout.write('{"closed":1}\\n')
      setTimeout(() => process.exit(5), 300)
    `)
    await eventually(5000, 'stdin is closed', () => server.messages.length === 1)
    for (let count = 0; count < 50; count += 1) {
      server.transport.send(JSON.stringify({ text: 'x'.repeat(100_000) }), noFacts)
      await nextTurn()
    }
    expect((await server.exited).code).toBe(5)
    server.transport.send('{}', noFacts)
    await server.transport.close()
    server.transport.send('{}', noFacts)
    expect(server.exits).toHaveLength(1)
  })

  it('of a server that answers nothing comes when its transport is closed', async () => {
    const server = await open([serverFile('mute')])
    await server.transport.close()
    expect((await server.exited).reason).toBe('was stopped')
  })
})
