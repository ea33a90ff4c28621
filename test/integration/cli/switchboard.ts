/** Runs the built command as users and scripts do, each test in its own folders. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { type Command, outcomeOf } from '#test/support/commandOutcome'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const root = join(import.meta.dirname, '..', '..', '..')
export const commandFile = join(root, 'out', 'main', 'cli.js')
export const token = 'token-of-the-test'

/** Returns the command line of the test server with this name. */
export function testServer(name: string, ...args: string[]): string[] {
  return [process.execPath, serverFile(name), ...args]
}

/** Makes empty folders for one test. `more` adds variables to the environment of its commands. */
export async function makePlace(more: Readonly<Record<string, string>> = {}) {
  if (!existsSync(commandFile)) throw new Error('Run `npm run build` first: these tests run the built code.')
  const folder = await temporaryFolder()
  const dataFolder = join(folder, 'data')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  /** The environment has no keychain, no colours, and nothing else from the machine that runs the tests. */
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: temporary,
    SWITCHBOARD_DATA: dataFolder,
    SWITCHBOARD_TOKEN: token,
    SECRET_OF_THE_ENGINE: 'leaked',
    ...more,
  }
  const start = (words: readonly string[], env: NodeJS.ProcessEnv = environment): Command => {
    const child = spawn(process.execPath, [commandFile, ...words], { cwd: folder, env, stdio: 'pipe' })
    onTestFinished(() => end(child))
    return child
  }
  return {
    folder,
    dataFolder,
    temporary,
    environment,
    start,
    run: (...words: string[]) => outcomeOf(start(words)),
    runWithInput: (input: string, ...words: string[]) => {
      const child = start(words)
      child.stdin.end(input)
      return outcomeOf(child)
    },
    serve: async (...words: string[]) => {
      const child = start(['serve', '--port', '0', '--json', ...words])
      const lines = createInterface(child.stdout)
      const outcome = outcomeOf(child)
      const first = await Promise.race([once(lines, 'line'), outcome])
      if (!Array.isArray(first)) throw new Error(`the command exited: ${JSON.stringify(first)}`)
      const ready = JSON.parse(String(first[0])) as { ready: boolean; url: string; token: string; pid: number }
      return { child, ready, outcome }
    },
    writeConfig: (servers: Readonly<Record<string, readonly string[]>>) => {
      const file = join(folder, 'servers.json')
      const entries = Object.entries(servers).map(([name, [command, ...args]]) => [name, { command, args }])
      writeFileSync(file, `// servers of a test\n${JSON.stringify({ mcpServers: Object.fromEntries(entries) })}`)
      return file
    },
  }
}
export type Place = Awaited<ReturnType<typeof makePlace>>

async function end(child: Command): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}
