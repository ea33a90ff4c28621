/** The built engine as a user runs it. It is killed and started again on a data folder that outlives it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { eventually, markedProcesses, reapersOf } from '#test/support/processList'

const builtCommand = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')

interface Run {
  readonly child: ChildProcess
  readonly pid: number
  readonly url: string
}

export class SoakEngine {
  readonly token = randomUUID()
  /** A mark in the environment of every server. */
  readonly mark = randomUUID()
  readonly #folder: string
  readonly #command: string
  #run: Run | null = null
  /** The number of times that the engine has gone down. */
  ends = 0
  #stderr = ''

  constructor(folder: string, command = builtCommand) {
    this.#folder = folder
    this.#command = command
  }

  /** The engine's address. Null while the engine is down. */
  get url(): string | null {
    return this.#run?.url ?? null
  }

  get pid(): number {
    return this.#run?.pid ?? 0
  }

  /** The end of the engine's stderr. */
  get lastWords(): string {
    return this.#stderr
  }

  /** Returns the command as a person would run it, with these arguments. */
  commandLine(...args: readonly string[]): readonly string[] {
    return [process.execPath, this.#command, ...args]
  }

  get environment(): Record<string, string | undefined> {
    return {
      PATH: process.env['PATH'],
      HOME: this.#folder,
      SWITCHBOARD_DATA: this.#dataFolder,
      SWITCHBOARD_TOKEN: this.token,
    }
  }

  async start(): Promise<void> {
    const [command, ...args] = this.commandLine('serve', '--json', '--port', '0', '--no-ui')
    const child = spawn(command ?? '', args, {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.environment,
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(-4_000)))
    const lines = createInterface(child.stdout)
    const first: unknown = await Promise.race([once(lines, 'line'), once(child, 'exit')])
    const line = Array.isArray(first) ? (first[0] as unknown) : null
    if (typeof line !== 'string') throw new Error(`the engine did not start: ${this.#stderr}`)
    const { url, pid } = JSON.parse(line) as { url: string; pid: number }
    this.#run = { child, pid, url }
  }

  /** Kills the engine like a power cut, so that it announces and writes nothing more. */
  async kill(): Promise<void> {
    const run = this.#taken()
    const exited = once(run.child, 'exit')
    run.child.kill('SIGKILL')
    await exited
  }

  /** Stops the engine with SIGTERM. Resolves with its exit code. */
  async stop(): Promise<number | null> {
    const run = this.#taken()
    const exited = once(run.child, 'exit')
    run.child.kill('SIGTERM')
    await exited
    return run.child.exitCode
  }

  /** Runs SQLite's own integrity check on the file. */
  integrity(): string {
    const database = new DatabaseSync(join(this.#dataFolder, 'kb.db'))
    try {
      return String(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
    } finally {
      database.close()
    }
  }

  rssMb(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }

  servers(): number[] {
    return markedProcesses(this.mark)
  }

  /** Resolves when none of the processes that the engine ever started is left. */
  nothingLeft(pids: readonly number[]): Promise<void> {
    const left = () => [...this.servers(), ...pids.flatMap((pid) => reapersOf(pid))]
    return eventually(15_000, 'no process is left', () => left().length === 0)
  }

  /** Sends a request over REST. Resolves with null if the engine is down or goes down meanwhile. */
  async rest(method: string, path: string, body?: unknown): Promise<Response | null> {
    const { url } = this
    if (url === null) return null
    return fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(20_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => null)
  }

  get #dataFolder(): string {
    return join(this.#folder, 'data')
  }

  #taken(): Run {
    const run = this.#run
    if (run === null) throw new Error('the engine is not running')
    this.#run = null
    this.ends++
    return run
  }
}
