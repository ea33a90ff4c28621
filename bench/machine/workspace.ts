/**
 * Starts the run's processes, creates its folders, and leaves nothing of either behind. A process is ended by its pid,
 * with everything below it. It leads its own group. Processes that left the group are found by their parents, and
 * distinguished by their start time from newer ones with the same pid.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { descendants, startOf } from '#bench/machine/procfs'

export interface Command {
  readonly args: readonly string[]
  readonly folder: string
  /** Variables besides HOME and PATH. */
  readonly env?: Readonly<Record<string, string>>
  /** A file for the process's stderr. By default it goes to the stderr of the benchmark run. */
  readonly stderr?: string
}

/** A resource to stop that is more than a process tree. */
export interface Kept {
  stop(): Promise<void>
}

const keptOutput = 4000

export class Workspace {
  readonly #running = new Set<RunningProcess>()
  readonly #kept = new Set<Kept>()
  readonly #root: string
  #closed = false

  private constructor(root: string) {
    this.#root = root
  }

  static async open(): Promise<Workspace> {
    return new Workspace(await mkdtemp(join(tmpdir(), 'switchboard-bench-')))
  }

  async makeFolder(): Promise<string> {
    this.#refuseWhenClosed()
    return mkdtemp(join(this.#root, 'run-'))
  }

  /**
   * Runs Node with `args`. HOME and its folders are inside `folder`, so the process finds and leaves nothing elsewhere.
   */
  start({ args, folder, env = {}, stderr }: Command): RunningProcess {
    this.#refuseWhenClosed()
    const file = stderr === undefined ? null : openSync(stderr, 'w')
    const child = spawn(process.execPath, args, {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', file ?? 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
    })
    if (file !== null) closeSync(file)
    const running = new RunningProcess(child, () => this.#running.delete(running))
    this.#running.add(running)
    return running
  }

  /** Does the work, and then stops `kept`, which is also stopped if the run is cut short. */
  async keeping<T>(kept: Kept, work: () => Promise<T>): Promise<T> {
    this.#kept.add(kept)
    try {
      this.#refuseWhenClosed()
      return await work()
    } finally {
      if (this.#kept.delete(kept)) await kept.stop()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#running].map((running) => running.end()))
    const kept = [...this.#kept]
    this.#kept.clear()
    await Promise.all(kept.map((one) => one.stop()))
    await rm(this.#root, { recursive: true, force: true })
  }

  /** Keeps the next measurement from starting after one was cut short. */
  #refuseWhenClosed(): void {
    if (this.#closed) throw new Error('The run is over.')
  }
}

export class RunningProcess {
  readonly pid: number
  readonly #child: ChildProcess
  /** Resolves with the exit code when the process has exited. Null if a signal killed it. */
  readonly exited: Promise<number | null>
  readonly #onEnded: () => void
  readonly #lineListeners = new Set<(line: string) => void>()
  #output = ''

  constructor(child: ChildProcess, onEnded: () => void) {
    if (child.pid === undefined) throw new Error('The process could not be started.')
    this.pid = child.pid
    this.#child = child
    this.#onEnded = onEnded
    this.exited = new Promise((resolve) => child.once('exit', resolve))
    for (const stream of [child.stdout, child.stderr]) if (stream !== null) this.#read(stream)
  }

  /** Passes every line from now on to the listener, until the process exits. */
  onLine(listener: (line: string) => void): void {
    this.#lineListeners.add(listener)
  }

  /** Resolves with the first group of the first line that matches, whether or not it is already printed. */
  waitForLine(pattern: RegExp, deadlineMs: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        this.#lineListeners.delete(onLine)
        abort.abort()
        act()
      }
      const onLine = (line: string): void => {
        const found = pattern.exec(line)
        if (found !== null) settle(() => resolve(found[1] ?? found[0]))
      }
      const fail = (why: string): void => settle(() => reject(new Error(`${why}\n${this.#output}`)))
      const abort = new AbortController()
      this.#lineListeners.add(onLine)
      for (const line of this.#output.split('\n').slice(0, -1)) onLine(line)
      void this.exited.then(() => fail('The process ended before it was ready.'))
      setTimeout(deadlineMs, undefined, { signal: abort.signal }).then(
        () => fail('The process was not ready in time.'),
        () => undefined,
      )
    })
  }

  /** Sends SIGTERM, then SIGKILL to everything left after 5 s. */
  async end(): Promise<void> {
    const below = descendants(this.pid).map((pid) => ({ pid, start: startOf(pid) }))
    const alive = (): number[] =>
      below.filter(({ pid, start }) => start !== null && startOf(pid) === start).map(({ pid }) => pid)
    const ended = (): boolean => startOf(this.pid) === null && alive().length === 0
    if (startOf(this.pid) !== null) this.#child.kill('SIGTERM')
    for (let waits = 0; waits < 100 && !ended(); waits++) await setTimeout(50)
    for (const pid of alive()) signal(pid)
    signal(-this.pid)
    await this.exited
    this.#onEnded()
  }

  #read(stream: Readable): void {
    let rest = ''
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-keptOutput)
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) for (const listener of this.#lineListeners) listener(line)
    })
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
