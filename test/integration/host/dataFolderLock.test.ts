import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

test('an engine that was killed leaves the folder free, and no file has to be removed by hand', async () => {
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

test('exactly one of eight engines that start at once gets the folder, five times in a row', async () => {
  for (let round = 0; round < 5; round += 1) {
    const startAt = Date.now() + 1_000
    const racers = await Promise.all(Array.from({ length: 8 }, () => startHolder(startAt)))
    const lines = racers.map((racer) => racer.line)
    expect(lines.filter((line) => line === 'has it')).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('ENGINE_RUNNING'))).toHaveLength(7)
    await Promise.all(racers.map((racer) => end(racer.child, 'SIGKILL')))
  }
})

test('a second host in the same process is also refused, and the refusal does not drop the first host’s lock', async () => {
  const lock = lockDataFolder(folder.path)
  expect(refusal().data).toEqual({ pid: process.pid })
  expect((await startHolder()).line).toContain('ENGINE_RUNNING')
  lock.release()
  lock.release()
  expect((await startHolder()).line).toBe('has it')
})

const garbage: Readonly<Record<string, (path: string) => void>> = {
  'some text': (path) => writeFileSync(path, 'not a lock'),
  'a page of noise': (path) => writeFileSync(path, Buffer.alloc(8192, 0x5a)),
  'a folder': (path) => mkdirSync(join(path, 'full'), { recursive: true }),
  'a link to nowhere': (path) => symlinkSync('/nowhere/at/all', path),
}

describe('garbage in the file that says who has the folder', () => {
  test.each(Object.keys(garbage))('%s in place of the lock is explained, with its path and what to do', (kind) => {
    const file = join(folder.path, 'engine.lock')
    garbage[kind]?.(file)
    const error = refusal()
    expect(error.message).toContain(file)
    expect(error.message).toMatch(/remove it/)
    expect(existsSync(join(folder.path, 'engine.json'))).toBe(false)
  })

  test.each(Object.keys(garbage).filter((kind) => kind !== 'a folder'))(
    '%s in place of the note is overwritten',
    (kind) => {
      const file = join(folder.path, 'engine.json')
      garbage[kind]?.(file)
      const lock = lockDataFolder(folder.path)
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ pid: process.pid, socket: null })
      lock.release()
    },
  )

  test('a note that cannot be written is explained, and leaves the folder free', () => {
    const file = join(folder.path, 'engine.json')
    mkdirSync(join(file, 'full'), { recursive: true })
    expect(refusal().message).toContain(file)
    expect(refusal().code).toBe('FORBIDDEN')
  })

  test('a refused engine says so when the note does not name the holder', async () => {
    await startHolder()
    writeFileSync(join(folder.path, 'engine.json'), 'noise')
    expect(refusal()).toMatchObject({ code: 'ENGINE_RUNNING', message: expect.stringContaining('engine.json') })
  })
})

test('no other user can take the lock, because no other user can read its file', () => {
  writeFileSync(join(folder.path, 'engine.lock'), '', { mode: 0o666 })
  const lock = lockDataFolder(folder.path)
  expect(statSync(join(folder.path, 'engine.lock')).mode & 0o777).toBe(0o600)
  lock.release()
})

describe('an existing data folder', () => {
  test.each([0o700, 0o750, 0o755])('keeps its mode %o, which its owner chose', (mode) => {
    const inner = join(folder.path, 'mine')
    mkdirSync(inner)
    chmodSync(inner, mode)
    lockDataFolder(inner).release()
    expect(statSync(inner).mode & 0o777).toBe(mode)
  })

  test.each([0o770, 0o702, 0o1777])('of mode %o, which others can write to, is refused, with advice', (mode) => {
    const inner = join(folder.path, 'with space')
    mkdirSync(inner)
    chmodSync(inner, mode)
    expect(() => lockDataFolder(inner)).toThrow(`chmod go-w '${inner}'`)
    expect(existsSync(join(inner, 'engine.lock'))).toBe(false)
  })

  test('of another user is refused', () => {
    const inner = join(folder.path, 'theirs')
    mkdirSync(inner)
    // Without the right to change the owner, the test changes the mode instead.
    if (process.getuid?.() === 0) chownSync(inner, 65_534, 65_534)
    else chmodSync(inner, 0o777)
    expect(() => lockDataFolder(inner)).toThrow('ther user')
  })

  test('that is a file is refused with its path', () => {
    const inner = join(folder.path, 'file')
    writeFileSync(inner, '')
    expect(() => lockDataFolder(inner)).toThrow(inner)
  })
})

test('a new data folder is for its owner only', async () => {
  const inner = join(folder.path, 'made')
  const lock = lockDataFolder(inner)
  expect(statSync(inner).mode & 0o777).toBe(0o700)
  lock.release()
})
