import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { lockDataFolder } from '#main/host/dataFolderLock'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'
import type { TemporaryFolder } from '#test/support/temporaryFolder'

let folder: TemporaryFolder
const holders: ChildProcess[] = []

beforeEach(async () => {
  folder = await makeTemporaryFolder()
})

afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => end(holder, 'SIGKILL')))
  await folder.remove()
})

async function startHolder(startAt = 0) {
  const script = join(import.meta.dirname, 'lockHolder.ts')
  const child = spawn(process.execPath, [script, folder.path, String(startAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, line }
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

function refusal(): AppError {
  try {
    lockDataFolder(folder.path).release()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the lock was free')
}

test('a second engine is refused and told which process has the folder', async () => {
  const holder = await startHolder()
  expect(holder.line).toBe('has it')
  const error = refusal()
  expect(error.code).toBe('ENGINE_RUNNING')
  expect(error.data).toEqual({ pid: holder.child.pid })
  expect(error.message).toContain(String(holder.child.pid))
})

test('an engine that was killed leaves the folder free: nobody has to remove a file by hand', async () => {
  const holder = await startHolder()
  await end(holder.child, 'SIGKILL')
  expect(() => lockDataFolder(folder.path).release()).not.toThrow()
})

test('a clean stop frees the folder and forgets the holder', async () => {
  const holder = await startHolder()
  await end(holder.child, 'SIGTERM')
  expect(existsSync(join(folder.path, 'engine.json'))).toBe(false)
  lockDataFolder(folder.path).release()
})

test('of eight that start at once exactly one gets the folder, five times in a row', async () => {
  for (let round = 0; round < 5; round += 1) {
    const startAt = Date.now() + 1_000
    const racers = await Promise.all(Array.from({ length: 8 }, () => startHolder(startAt)))
    const lines = racers.map((racer) => racer.line)
    expect(lines.filter((line) => line === 'has it')).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('ENGINE_RUNNING'))).toHaveLength(7)
    await Promise.all(racers.map((racer) => end(racer.child, 'SIGKILL')))
  }
})

test('within one process a second host is refused, too, and refusing it does not drop the first one’s lock', async () => {
  const lock = lockDataFolder(folder.path)
  expect(refusal().data).toEqual({ pid: process.pid })
  expect((await startHolder()).line).toContain('ENGINE_RUNNING')
  lock.release()
  lock.release()
  expect((await startHolder()).line).toBe('has it')
})

test('a new data folder is for its owner only', async () => {
  const inner = join(folder.path, 'made')
  const lock = lockDataFolder(inner)
  expect(statSync(inner).mode & 0o777).toBe(0o700)
  lock.release()
})
