import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors'
import { askToLeave } from '#main/host/control/askToLeave'
import { connectLines } from '#main/host/control/bridgeClient'
import { connectControl } from '#main/host/control/controlClient'
import { readLeavingLine } from '#main/host/control/controlPaths'
import { openControlSocket } from '#main/host/control/controlSocket'
import { writeEngineNote } from '#main/host/engineNote'
import { createWires } from '#main/host/wires/wires'
import { createFakeRouter } from '#test/integration/host/fakeRouter'
import { recordingLog } from '#test/integration/host/openDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function open(dataFolder: string) {
  const control = await openControlSocket(dataFolder, {
    wires: createWires(createFakeRouter().router, recordingLog()),
    acceptLines: ({ project }) => {
      if (project !== null) throw new AppError('NOT_FOUND', `Project ${project} does not exist.`)
      return (stream) => void stream.pipe(stream)
    },
    leave: () => ({ leaving: true }),
  })
  onTestFinished(() => control.close())
  writeEngineNote(dataFolder, { pid: process.pid, socket: control.path })
  return control
}

async function connected(dataFolder: string) {
  const connection = await connectControl(dataFolder)
  if (connection === null) throw new Error('no engine is listening')
  onTestFinished(() => connection.close())
  return connection
}

test('access to the socket file gives the whole contract without a token', async () => {
  const folder = await temporaryFolder()
  await open(folder)
  const { client } = await connected(folder)
  expect(await client.servers.list()).toHaveLength(1)
  await expect(client.servers.remove({ slug: 'nobody' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    data: { slug: 'nobody' },
  })
})

test('only the engine’s own user may open the socket, because another user on the machine would control every server', async () => {
  const folder = await temporaryFolder()
  await open(folder)
  expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600)
})

test('a data folder whose path is too long for a socket works, and leaves nothing in the shared folder', async () => {
  const folder = join(await temporaryFolder(), 'a-long-name'.repeat(9))
  mkdirSync(folder)
  const control = await open(folder)
  const privateFolder = dirname(control.path)
  expect(privateFolder).not.toBe(folder)
  expect(statSync(privateFolder).mode & 0o777).toBe(0o700)
  const connection = await connected(folder)
  expect(await connection.client.projects.list()).toEqual([])
  await control.close()
  expect(existsSync(privateFolder)).toBe(false)
})

test('a link to a data folder leads to its engine, also where its socket is elsewhere', async () => {
  const root = await temporaryFolder()
  const folder = join(root, 'c-long-name'.repeat(9))
  mkdirSync(folder)
  symlinkSync(folder, join(root, 'link'))
  await open(folder)
  expect(await (await connected(join(root, 'link'))).client.projects.list()).toEqual([])
})

test('a missing engine is an answer, not an error, so that the command can start one', async () => {
  expect(await connectControl(await temporaryFolder())).toBeNull()
})

test('a socket file left by a killed engine counts as no engine, and does not prevent the next engine from opening', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'control.sock')
  writeFileSync(path, '')
  writeEngineNote(folder, { pid: 1, socket: path })
  expect(await connectControl(folder)).toBeNull()
  await open(folder)
  expect(await (await connected(folder)).client.projects.list()).toEqual([])
})

test('a client learns at once that the engine has gone, also in the middle of a stream', async () => {
  const folder = await temporaryFolder()
  const control = await open(folder)
  const { client, closed } = await connected(folder)
  const events = await client.events.subscribe()
  const next = events.next().then(
    () => 'ended',
    () => 'ended',
  )
  await control.close()
  await closed
  expect(await next).toBe('ended')
})

test('another program behind the socket is reported, and not mistaken for an engine', async () => {
  const folder = await temporaryFolder()
  const stranger = createServer((socket) => socket.end('hello\r\n\r\n'))
  const path = join(folder, 'control.sock')
  stranger.listen(path)
  await once(stranger, 'listening')
  chmodSync(path, 0o600)
  writeEngineNote(folder, { pid: process.pid, socket: path })
  onTestFinished(() => void stranger.close())
  await expect(connectControl(folder)).rejects.toThrow('Parse Error')
})

const anyone = { project: null, client: null }

describe('a stream of lines', () => {
  async function lines(dataFolder: string) {
    const stream = await connectLines(dataFolder, anyone)
    if (stream === null) throw new Error('no engine is listening')
    onTestFinished(() => void stream.destroy())
    const read = createInterface(stream)[Symbol.asyncIterator]()
    return { stream, next: async () => (await read.next()).value }
  }

  test('carries what is written, both ways', async () => {
    const folder = await temporaryFolder()
    const control = await open(folder)
    const { stream, next } = await lines(folder)
    stream.write('hello ü\n')
    expect(await next()).toBe('hello ü')
    expect(control.inUse()).toEqual({ commands: 0, bridges: 1, begun: 1 })
  })

  test('is not opened without an engine, and is refused with the reason if the engine does not accept it', async () => {
    const folder = await temporaryFolder()
    expect(await connectLines(folder, anyone)).toBeNull()
    await open(folder)
    await expect(connectLines(folder, { ...anyone, project: 'ünknown' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Project ünknown does not exist.',
    })
  })

  test('is told that its engine will leave; the engine waits for the stream and refuses new ones', async () => {
    const folder = await temporaryFolder()
    const control = await open(folder)
    const { stream, next } = await lines(folder)
    const emptied = control.emptied(true)
    expect(readLeavingLine(String(await next()))).toEqual({ successor: true })
    expect(await connectLines(folder, anyone)).toBeNull()
    stream.end()
    await expect(emptied).resolves.toBeUndefined()
  })

  test('does not delay an engine that closes', async () => {
    const folder = await temporaryFolder()
    const control = await open(folder)
    const { stream, next } = await lines(folder)
    const closed = once(stream, 'close')
    await control.close()
    expect(readLeavingLine(String(await next()))).toEqual({ successor: false })
    stream.end()
    await closed
  })
})

test('a host that wants the folder asks its engine to leave, and learns if no engine has it', async () => {
  const folder = await temporaryFolder()
  expect(await askToLeave(folder)).toBeNull()
  await open(folder)
  expect(await askToLeave(folder)).toEqual({ leaving: true })
})
