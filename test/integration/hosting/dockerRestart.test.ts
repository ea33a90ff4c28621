/**
 * A Docker Engine that is restarted, that stops for good, or that is stopped after its tests: what is reported, and
 * what is left behind.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { program, specOf, startIn, testProvider } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'
import { makeNodeImage } from '#test/support/parts/nodeImage'
import { containersOf, leftoversOf, startDocker, type DockerEngine } from '#test/support/parts/startDocker'

const hasDocker = hasPart('docker')
const hasGvisor = hasDocker && hasPart('gvisor')
const nothing = { processes: [], mounts: [], links: [] }
const stays = program("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1e6)")

async function ownEngine(): Promise<DockerEngine> {
  const engine = await startDocker()
  onTestFinished(() => engine.stop())
  await makeNodeImage(engine.url)
  return engine
}

describe.skipIf(!hasDocker)("a test's own Engine", () => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    it(`that is restarted by ${signal}: the exit of each container is reported once, and each can be replaced`, async () => {
      const engine = await ownEngine()
      const provider = testProvider('plain', engine.url)
      const volumes = [{ name: 'kept', path: '/data' }]
      const bridged = await startIn(provider, {
        volumes,
        command: program("require('fs').writeFileSync('/data/a', 'b'); console.log('up'); setInterval(() => {}, 1e6)"),
      })
      await expect.poll(bridged.stdout).toBe('up\n')
      await engine.restart(signal)
      await bridged.exited
      await expect(bridged.container.write('x')).rejects.toMatchObject({ code: 'SERVER_LOST' })
      await bridged.container.stop(0)
      expect(await provider.find(bridged.spec.owner)).toEqual([])
      const next = await startIn(provider, {
        ...bridged.spec,
        generation: 2,
        command: program("console.log(require('fs').readFileSync('/data/a', 'utf8'))"),
      })
      await next.exited
      expect(next.stdout()).toBe('b\n')
    })

  it('that stops for good: exits are reported without a code, and requests are refused', async () => {
    const engine = await ownEngine()
    const provider = testProvider('plain', engine.url)
    const told: unknown[] = []
    const container = await provider.start(specOf({ command: stays }), {
      onStdout: () => undefined,
      onStderr: () => undefined,
      onExit: (exit) => told.push(exit),
    })
    process.kill(engine.pid, 'SIGKILL')
    await expect.poll(() => told).toEqual([{ code: null, isOutOfMemory: false }])
    await expect(container.stop(0)).rejects.toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
  })

  it('leaves no process, mount, link or folder when it is stopped, whatever was running', async () => {
    const engine = await ownEngine()
    const deaf = { onStdout: () => undefined, onStderr: () => undefined, onExit: () => undefined }
    const onFile = [{ name: 'on-file', path: '/usr/bin/node' }]
    for (const name of hasGvisor ? (['plain', 'gvisor'] as const) : (['plain'] as const)) {
      const provider = testProvider(name, engine.url)
      const before = leftoversOf(engine.folder)
      await provider.start(specOf({ volumes: onFile }), deaf).catch(() => undefined)
      // A failed start leaves nothing behind, even before the Engine is stopped.
      await expect.poll(() => leftoversOf(engine.folder)).toEqual(before)
      let said = ''
      await provider.start(specOf({ command: stays }), { ...deaf, onStdout: (bytes) => void (said += String(bytes)) })
      // Once the container prints something, all of its processes exist.
      await expect.poll(() => said).not.toBe('')
    }
    const containers = containersOf(engine.folder)
    expect(containers.length).toBeGreaterThan(0)
    expect(leftoversOf(engine.folder).processes.length).toBeGreaterThan(containers.length)
    await engine.stop()
    expect(leftoversOf(engine.folder, containers)).toEqual(nothing)
  })
})
