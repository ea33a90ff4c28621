/** Other ways to an Engine than its socket: an address, and an Engine that does not answer. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { DockerHost } from '#engine/hosting/docker/dockerHost'
import { DockerProvider } from '#engine/hosting/docker/dockerProvider'
import { program, startIn, testProvider } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'
import { manualClock } from '#test/support/manualClock'

/** The address of what `take` does with connections. */
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
  it('runs containers as one at a socket does', async () => {
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

  it('that says nothing counts as missing after a while', async () => {
    const clock = manualClock()
    let asked = 0
    const address = await listening(() => void asked++)
    const provider = new DockerProvider('plain', new DockerHost(clock, { DOCKER_HOST: address }))
    onTestFinished(() => provider.close())
    const report = provider.examine()
    await expect.poll(() => asked).toBeGreaterThan(0)
    clock.advance(5_000)
    expect(await report).toMatchObject({ available: false, missing: { reason: /no answer for 5 s/ } })
  })
})
