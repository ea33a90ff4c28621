/** Runs `switchboard stdio` as a client starts it, sends it lines, and checks its answers and its exit. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Heard } from '#test/integration/fuzz/fuzz'
import { LineEar, type Owed, owedFor } from '#test/integration/fuzz/lineJudge'
import { commandFile } from '#test/integration/cli/switchboard'
import { patience } from '#test/support/patience'

export class FuzzedBridge {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly #exited: Promise<unknown>
  #ear = new LineEar()
  /** Requests of earlier exchanges that may still be answered. */
  #late: Pick<Owed, 'perhaps' | 'perhapsRefused'> = { perhaps: [], perhapsRefused: 0 }
  #text = ''
  #stderr = ''
  #onNews: () => void = () => undefined

  constructor(dataFolder: string, more: readonly string[]) {
    const env = { PATH: process.env['PATH'], HOME: dataFolder, SWITCHBOARD_DATA: dataFolder }
    this.#child = spawn(process.execPath, [commandFile, 'stdio', ...more], { env, stdio: 'pipe' })
    this.#exited = once(this.#child, 'close')
    this.#child.once('close', () => this.#onNews())
    this.#child.stdin.on('error', () => undefined)
    this.#child.stderr.on('data', (chunk) => (this.#stderr += String(chunk)))
    createInterface(this.#child.stdout).on('line', (line) => {
      this.#text += `${line}\n`
      this.#ear.take(line)
      this.#onNews()
    })
  }

  /** Sends the lines and waits for the required answers. Nothing else may be under way on this bridge. */
  async talk(pieces: readonly Buffer[]): Promise<Heard> {
    const owed = owedFor(Buffer.concat(pieces))
    this.#ear = new LineEar()
    this.#text = ''
    await this.#send(pieces)
    const ended = await this.#until(owed)
    const { perhaps, perhapsRefused } = this.#late
    this.#late = {
      perhaps: [...perhaps, ...owed.perhaps],
      perhapsRefused: perhapsRefused + owed.perhapsRefused,
    }
    const gone = ended === 'closed' ? [`the bridge has exited: ${this.#words}`] : []
    return { text: this.#text, wrong: [...this.#ear.flaws({ ...owed, ...this.#late }, true), ...gone] }
  }

  /** Sends these lines and closes stdin. The bridge then has to exit cleanly, whatever was under way. */
  async end(pieces: readonly Buffer[]): Promise<Heard> {
    this.#text = ''
    await this.#send(pieces)
    this.#child.stdin.end()
    await this.#exited
    const { exitCode, signalCode } = this.#child
    const isFine = exitCode === 0 && !/^\s+at /m.test(this.#stderr)
    return {
      text: this.#text + this.#stderr,
      wrong: isFine ? [] : [`exited with ${exitCode ?? signalCode}: ${this.#words}`],
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  get #words(): string {
    return this.#stderr.slice(0, 1_000)
  }

  async #send(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      if (!this.#child.stdin.writable) return
      await new Promise<void>((resolve) => this.#child.stdin.write(piece, () => setImmediate(resolve)))
    }
  }

  #until(owed: Owed): Promise<'enough' | 'closed' | 'late'> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish('late'), patience.timeout)
      const finish = (ending: 'enough' | 'closed' | 'late') => {
        clearTimeout(timer)
        this.#onNews = () => undefined
        resolve(ending)
      }
      this.#onNews = () => {
        if (this.#ear.hasAll(owed)) finish('enough')
        else if (this.#child.exitCode !== null || this.#child.signalCode !== null) finish('closed')
      }
      this.#onNews()
    })
  }
}
