/** A client behind a bridge on stdin and stdout, in either era. The bridge outlives its engines. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Answered, ClientOptions, Json, SoakClient } from '#test/soak/soakClient'
import { legacyVersion, modernMeta } from '#test/soak/soakClient'
import { paramsOf } from '#test/soak/soakCalls'
import { clientOf, noncesIn } from '#test/soak/verdict'

interface Waiting {
  readonly nonce: string
  readonly messages: Json[]
  readonly settle: (answered: Answered) => void
}

export class SoakBridge implements SoakClient {
  readonly name: string
  readonly #options: ClientOptions
  readonly #era: 'legacy' | 'modern'
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #waiting = new Map<unknown, Waiting>()
  /** The beginning of each answer, by the call's id. */
  readonly #settled = new Map<unknown, string>()
  readonly #ready: Promise<unknown>
  #closing = false

  constructor(options: ClientOptions, era: 'legacy' | 'modern') {
    const { engine, name, onOffence } = options
    this.name = name
    this.#options = options
    this.#era = era
    const [command, ...args] = engine.commandLine('stdio')
    this.#child = spawn(command ?? '', args, { env: engine.environment, stdio: ['pipe', 'pipe', 'ignore'] })
    this.#child.stdin.on('error', () => undefined)
    createInterface(this.#child.stdout).on('line', (line) => this.#take(line))
    this.#child.once('exit', (code, signal) => {
      if (!this.#closing) onOffence(`the bridge of ${name} ended with ${code ?? signal}`)
      for (const { settle } of this.#waiting.values()) settle({ kind: 'noEngine' })
    })
    this.#ready = era === 'modern' ? Promise.resolve() : this.#shakeHands()
  }

  async call(...[call, id]: Parameters<SoakClient['call']>): Promise<Answered> {
    await this.#ready
    const { name, patienceMs } = this.#options
    const params = this.#era === 'modern' ? paramsOf(call, modernMeta(name)) : paramsOf(call)
    return new Promise((resolve) => {
      const timers = [setTimeout(() => settle({ kind: 'hang' }), patienceMs)]
      const settle = (answered: Answered) => {
        this.#waiting.delete(id)
        for (const timer of timers) clearTimeout(timer)
        resolve(answered)
      }
      if (call.cancelAfterMs !== null)
        timers.push(
          setTimeout(() => {
            this.#say({ method: 'notifications/cancelled', params: { requestId: id } })
            settle({ kind: 'hungUp' })
          }, call.cancelAfterMs),
        )
      this.#waiting.set(id, { nonce: call.nonce, messages: [], settle })
      this.#say({ id, method: call.method, params })
    })
  }

  /** Suspends the bridge while no engine is running, because the bridge would otherwise start one of its own. */
  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  resume(): void {
    this.#child.kill('SIGCONT')
  }

  async close(): Promise<void> {
    this.#closing = true
    this.#child.kill('SIGCONT')
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.stdin.end()
    await exited
  }

  #shakeHands(): Promise<unknown> {
    const capabilities = {}
    const clientInfo = { name: this.name, version: '1' }
    const answered = new Promise<Answered>((settle) => this.#waiting.set(0, { nonce: '', messages: [], settle }))
    this.#say({ id: 0, method: 'initialize', params: { protocolVersion: legacyVersion, capabilities, clientInfo } })
    return answered.then(() => this.#say({ method: 'notifications/initialized' }))
  }

  #say(message: Json): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** All calls share one stream, so a message belongs to the call that it names. */
  #take(line: string): void {
    const { onStream, onOffence, name } = this.#options
    for (const nonce of noncesIn(line)) if (clientOf(nonce) !== name) onStream(nonce)
    const message = JSON.parse(line) as Json
    if (message['method'] !== undefined) {
      const params = (message['params'] ?? {}) as Json
      for (const waiting of this.#waiting.values())
        if (waiting.nonce === params['progressToken']) waiting.messages.push(message)
      return
    }
    const { id } = message
    const beginning = line.slice(0, 200)
    const first = this.#settled.get(id)
    if (first !== undefined) onOffence(`${name} had a second answer: ${beginning} after ${first}`)
    this.#settled.set(id, beginning)
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return
    waiting.messages.push(message)
    this.#waiting.delete(id)
    const text = waiting.messages.map((one) => JSON.stringify(one)).join('\n')
    waiting.settle({ kind: 'response', status: 200, messages: waiting.messages, text })
  }
}
