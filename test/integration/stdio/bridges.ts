/**
 * Starts bridges as clients start them: real processes on a test's own data folder, whose engine is ended with the
 * test.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { commandFile, makePlace } from '#test/integration/cli/switchboard'
import { rawLines } from '#test/integration/gateway/lineClients'
import { eventually, isRunning, markedProcesses } from '#test/support/processList'

/**
 * Makes a place for bridges. `idleSeconds` is how long an engine that a bridge started may be unused before it exits.
 */
export async function bridgePlace(idleSeconds = 300) {
  const place = await makePlace()
  const mark = randomUUID()
  const env = { ...place.environment, TEST_MARK: mark, SWITCHBOARD_IDLE_SECONDS: String(idleSeconds) }
  const args = (more: readonly string[]) => [commandFile, 'stdio', ...more]
  const enginePid = () => readHolder(join(place.dataFolder, 'engine.json'))
  // The mark also finds an engine that a bridge started just before it exited.
  onTestFinished(async () => {
    for (const pid of markedProcesses(mark)) process.kill(pid, 'SIGTERM')
    await eventually(10_000, 'every process of the test has exited', () => markedProcesses(mark).length === 0)
  })
  const launch = (more: readonly string[]) => ({ command: process.execPath, args: args(more), env: defined(env) })
  return {
    ...place,
    /** Returns the pid of the engine that has the folder, or null. */
    enginePid,
    v1: async (options: ConstructorParameters<typeof ClientV1>[1] = {}, ...more: string[]) => {
      const client = new ClientV1({ name: 'client of v1', version: '1' }, options)
      await client.connect(new TransportV1(launch(more)))
      onTestFinished(() => client.close())
      return client
    },
    v2: async (mode: 'auto' | 'legacy' | 'modern', options = {}, ...more: string[]) => {
      const versionNegotiation = { mode: mode === 'modern' ? { pin: '2026-07-28' } : mode }
      const client = new ClientV2({ name: 'client of v2', version: '1' }, { ...options, versionNegotiation })
      await client.connect(new TransportV2(launch(more)))
      onTestFinished(() => client.close())
      return client
    },
    raw: (...more: string[]) => {
      const child = spawn(process.execPath, args(more), { env, stdio: 'pipe' })
      const exited = once(child, 'exit')
      let stderr = ''
      child.stderr.on('data', (chunk) => (stderr += String(chunk)))
      onTestFinished(async () => {
        child.kill('SIGKILL')
        await exited
      })
      return { ...rawLines(child.stdout, child.stdin), child, exited, stderr: () => stderr }
    },
    /** Kills the engine as a crash would, and waits until it is gone. */
    killEngine: () => killAndWait(enginePid()),
  }
}

export type BridgePlace = Awaited<ReturnType<typeof bridgePlace>>

async function killAndWait(pid: number | null): Promise<void> {
  if (pid === null || !isRunning(pid)) return
  process.kill(pid, 'SIGKILL')
  await eventually(10_000, 'the engine has ended', () => !isRunning(pid))
}

function readHolder(file: string): number | null {
  if (!existsSync(file)) return null
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number }
  return pid
}

function defined(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
