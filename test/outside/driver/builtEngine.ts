/** Runs the built command as a user or a script does, in its own folders and without anything from the machine. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Command, type CommandOutcome, outcomeOf } from '#test/support/commandOutcome'
import { eventually, markedProcesses } from '#test/support/processList'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

const commandFile = join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'cli.js')
export const token = 'token-of-the-test'

export interface ServedEngine {
  readonly url: string
  readonly pid: number
  readonly child: Command
  /** Resolves when the command has exited. */
  readonly outcome: Promise<CommandOutcome>
}

export interface BuiltCommand {
  readonly folder: string
  readonly dataFolder: string
  /** The folder that is first on the PATH of every process that is started here. */
  readonly binFolder: string
  run(...words: readonly string[]): Promise<CommandOutcome>
  /** Starts `serve`. Rejects with the engine's output if the engine exits before it is ready. */
  serve(...words: readonly string[]): Promise<ServedEngine>
  /** Returns how to start the command, for tests that start it themselves. */
  launchOf(...words: readonly string[]): { command: string; args: string[]; env: Record<string, string> }
  close(): Promise<void>
}

export async function openBuiltCommand(more: Readonly<Record<string, string | undefined>> = {}): Promise<BuiltCommand> {
  if (!existsSync(commandFile)) throw new Error('Run `npm run build` first: these tests run the built code.')
  const place = await makeTemporaryFolder()
  const folder = place.path
  const [dataFolder, temporary, binFolder] = [join(folder, 'data'), join(folder, 'tmp'), join(folder, 'bin')]
  for (const one of [temporary, binFolder]) mkdirSync(one)
  const mark = randomUUID()
  const env: Record<string, string> = {
    HOME: folder,
    TMPDIR: temporary,
    SWITCHBOARD_DATA: dataFolder,
    SWITCHBOARD_TOKEN: token,
    SWITCHBOARD_VAULT_KEY: 'key-of-the-test',
    SECRET_OF_THE_ENGINE: 'leaked',
    TEST_MARK: mark,
  }
  for (const [name, value] of Object.entries(more)) if (value !== undefined) env[name] = value
  // The Node that runs the test also runs the servers, whichever Node the machine has.
  env['PATH'] = [binFolder, join(process.execPath, '..'), process.env['PATH']].join(delimiter)
  const start = (words: readonly string[]): Command =>
    spawn(process.execPath, [commandFile, ...words], { cwd: folder, env, stdio: 'pipe' })
  return {
    folder,
    dataFolder,
    binFolder,
    run: (...words) => {
      const child = start(words)
      child.stdin.end()
      return outcomeOf(child)
    },
    serve: async (...words) => {
      const child = start(['serve', '--port', '0', '--json', '--no-ui', ...words])
      const lines = createInterface(child.stdout)
      const outcome = outcomeOf(child)
      const first = await Promise.race([once(lines, 'line'), outcome])
      if (!Array.isArray(first)) throw new Error(`serve has exited: ${JSON.stringify(first)}`)
      const { url, pid } = JSON.parse(String(first[0])) as { url: string; pid: number }
      return { url, pid, child, outcome }
    },
    launchOf: (...words) => ({ command: process.execPath, args: [commandFile, ...words], env }),
    close: async () => {
      await endAll(mark)
      await place.remove()
    },
  }
}

/** How long an engine may take to end its servers and exit. */
const endMs = 30_000

/** Ends all marked processes, even an engine that a bridge started just before it exited. */
async function endAll(mark: string): Promise<void> {
  for (const pid of markedProcesses(mark)) process.kill(pid, 'SIGTERM')
  await eventually(endMs, 'every engine of the test has ended', () => markedProcesses(mark).length === 0)
}
