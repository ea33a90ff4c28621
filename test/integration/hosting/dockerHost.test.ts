/** Ways to an Engine other than its socket: an Engine at an address, and an Engine that does not answer. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { DockerHost } from '#engine/hosting/docker/dockerHost'
import { DockerProvider } from '#engine/hosting/docker/dockerProvider'
import { ownNode, program, rawDocker, specOf, startIn, testProvider } from '#test/integration/hosting/docker'
import type { ContainerSpec } from '#engine/hosting/provider'
import { hasPart } from '#test/support/parts/hasPart'
import { manualClock } from '#test/support/manualClock'

/** Listens on a port and passes connections to `take`. Returns the address. */
async function listening(take: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    take(socket)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!hasPart('docker'))('an Engine at an address', () => {
  it('runs containers like an Engine at a socket', async () => {
    const address = await listening((socket) => {
      const engine = connect(inject('docker')?.replace('unix://', '') ?? '')
      engine.on('error', () => undefined)
      socket.pipe(engine).pipe(socket)
    })
    const provider = testProvider('plain', address)
    expect(await provider.examine()).toMatchObject({ available: true, can: { ports: true } })
    const started = await startIn(provider, { command: program('process.stdin.pipe(process.stdout)') })
    await started.container.write('through a wire\n')
    await expect.poll(started.stdout).toBe('through a wire\n')
    await started.container.stop(5_000)
    expect(await started.exited).toMatchObject({ isOutOfMemory: false })
  })

  it('counts as missing when it stays silent', async () => {
    const clock = manualClock()
    let asked = 0
    const address = await listening(() => void asked++)
    const provider = new DockerProvider('plain', new DockerHost(clock, { DOCKER_HOST: address }, ownNode))
    onTestFinished(() => provider.close())
    const report = provider.examine()
    await expect.poll(() => asked).toBeGreaterThan(0)
    clock.advance(5_000)
    expect(await report).toMatchObject({
      available: false,
      missing: { reason: expect.stringMatching(/did not answer within 5 s/) as string },
    })
  })
})

describe.skipIf(!hasPart('docker'))('an Engine that exits in the middle of an answer', () => {
  // Catches an endless wait: the client library never settles a request whose answer is cut off, and an engine that
  // waits for it could never close.
  it('[R26] leaves no request unsettled, whichever answer is cut off', { timeout: 60_000 }, async () => {
    const outcomes: string[] = []
    for (let cutAt = 0; outcomes.at(-1) !== 'whole'; cutAt++) {
      const way = await cuttingAnswer(cutAt)
      const provider = testProvider('plain', way.address)
      const spec = specOf({
        command: program('process.stdin.resume()'),
        volumes: [{ name: `cut-${cutAt}`, path: '/data' }],
      })
      const asked = [
        () => provider.examine(),
        () => provider.bringImage(spec.image, () => undefined, new AbortController().signal),
        async () => {
          const container = await provider.start(spec, deaf)
          await container.usage()
          await container.stop(0)
        },
        () => provider.find(spec.owner),
        () => provider.listVolumes(spec.owner),
        () => provider.backupVolume(spec.volumes[0]!.name),
        () => provider.removeVolume(spec.volumes[0]!.name),
      ]
      for (const ask of asked) await ask().catch(() => undefined)
      outcomes.push(way.wasCut() ? 'cut' : 'whole')
      await removeLeft(spec)
    }
    expect(outcomes.length).toBeGreaterThan(12)
  })
})

const deaf = { onStdout: () => undefined, onStderr: () => undefined, onExit: () => undefined }

/** Removes what an attempt has left behind, also a container whose id was in the answer that was cut off. */
async function removeLeft({ volumes }: ContainerSpec): Promise<void> {
  const docker = rawDocker()
  for (const { name } of volumes) {
    const using = await docker.listContainers({ all: true, filters: { volume: [name] } })
    for (const { Id } of using) await docker.getContainer(Id).remove({ force: true })
    await testProvider('plain').removeVolume(name)
  }
}

/**
 * Opens an address that leads to the Engine of this test run. The answer with this number, counted from 0, is cut off
 * at the start of its content, and so are all later connections.
 */
async function cuttingAnswer(cutAt: number): Promise<{ address: string; wasCut: () => boolean }> {
  let answers = 0
  let wasCut = false
  const address = await listening((socket) => {
    if (wasCut) return void socket.destroy()
    const isLast = answers++ === cutAt
    const engine = connect(inject('docker')?.replace('unix://', '') ?? '')
    engine.on('error', () => undefined)
    socket.on('close', () => engine.destroy())
    socket.pipe(engine)
    if (!isLast) return void engine.pipe(socket)
    let answer = ''
    engine.setEncoding('latin1').on('data', (text: string) => {
      answer += text
      const content = answer.indexOf('\r\n\r\n') + 4
      if (content < 4 || wasCut) return
      wasCut = true
      socket.end(answer.slice(0, content + 1), 'latin1', () => socket.destroy())
    })
    return undefined
  })
  return { address, wasCut: () => wasCut }
}
