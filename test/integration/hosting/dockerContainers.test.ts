/** Containers on a real Docker Engine, with runc and with gVisor: their streams, exits and leftovers. */
import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type Dockerode from 'dockerode'
import { describe, expect, it, onTestFinished } from 'vitest'
import { messageOf } from '#contract/errors'
import { containerName, labels } from '#engine/hosting/docker/containerConfig'
import { createAlone } from '#engine/hosting/docker/createdContainer'
import { program, rawDocker, specOf, startIn, testProvider } from '#test/integration/hosting/docker'
import { type ContractProgram, keepsTheRules } from '#test/support/hosting/providerContract'
import { hasPart } from '#test/support/parts/hasPart'
import { nodeImage } from '#test/support/parts/nodeImage'

const runtimes = [
  { name: 'plain', isThere: hasPart('docker') },
  { name: 'gvisor', isThere: hasPart('docker') && hasPart('gvisor') },
] as const

const contractPrograms: Readonly<Record<ContractProgram, string>> = {
  echoes: 'process.stdin.pipe(process.stdout)',
  fails: "process.stderr.write('bye\\n', () => process.exit(7))",
  stays: "process.on('SIGTERM', () => {}); process.stdin.resume(); setInterval(() => {}, 1000)",
}

for (const { name, isThere } of runtimes)
  describe.skipIf(!isThere)(`the rules of all runtimes, by ${name}`, () => {
    keepsTheRules(() => ({
      provider: () => testProvider(name),
      spec: (one) => ({ image: nodeImage, command: program(contractPrograms[one]) }),
    }))
  })

for (const { name, isThere } of runtimes)
  describe.skipIf(!isThere)(`a container by ${name}`, () => {
    it('[R24] carries its input and output, separately and completely, also when split anywhere', async () => {
      const provider = testProvider(name)
      const started = await startIn(provider, {
        command: program("process.stdin.pipe(process.stdout); process.stderr.write('warm\\n')"),
      })
      const text = `${'ä'.repeat(300_000)}\n${randomBytes(200_000).toString('hex')}\n`
      for (let at = 0; at < text.length; at += 9_973) await started.container.write(text.slice(at, at + 9_973))
      await expect.poll(() => started.stdout().length).toBe(Buffer.byteLength(text))
      expect(Buffer.from(started.stdout(), 'latin1').toString()).toBe(text)
      expect(started.stderr()).toBe('warm\n')
      expect(started.exit()).toBeNull()
      await started.container.stop(2_000)
      expect(await provider.find(started.spec.owner)).toEqual([])
      await expect(started.container.write('late')).rejects.toMatchObject({ code: 'SERVER_LOST' })
    })

    it('[R26] reports the exit once, after all output, with its code', async () => {
      const text = "process.stdout.write('x'.repeat(3_000_000), () => { console.error('bye'); process.exitCode = 7 })"
      const started = await startIn(testProvider(name), { command: program(text) })
      expect(await started.exited).toEqual({ code: 7, isOutOfMemory: false })
      expect(started.stdout()).toHaveLength(3_000_000)
      expect(started.stderr()).toBe('bye\n')
      expect(await started.container.usage()).toBeNull()
    })

    // Catches an engine that polls whether a container is still running.
    it('[R26] is notified without polling when a container exits after a while', async () => {
      const text = "console.log('up'); setTimeout(() => process.exit(3), 2500)"
      const started = await startIn(testProvider(name), { command: program(text) })
      await expect.poll(started.stdout).toBe('up\n')
      const asked: string[] = []
      const note = (message: unknown) => asked.push((message as { readonly request: ClientRequest }).request.path)
      subscribe('http.client.request.start', note)
      onTestFinished(() => void unsubscribe('http.client.request.start', note))
      expect(await started.exited).toMatchObject({ code: 3 })
      // The exit code is read once, after the exit.
      expect(asked).toEqual([`/containers/${started.container.id}/json`])
    })

    it('[R26] is stopped by SIGTERM, or by SIGKILL if it ignores SIGTERM', async () => {
      const polite = await startIn(testProvider(name), {
        command: program("process.on('SIGTERM', () => process.exit(5)); process.stdin.resume(); console.log('up')"),
      })
      const stubborn = await startIn(testProvider(name), {
        command: program("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"),
      })
      await expect.poll(() => [polite.stdout(), stubborn.stdout()]).toEqual(['up\n', 'up\n'])
      await Promise.all([polite.container.stop(20_000), stubborn.container.stop(1_000), stubborn.container.stop(1_000)])
      expect(await polite.exited).toMatchObject({ code: 5 })
      expect(await stubborn.exited).toMatchObject({ code: 137 })
    })

    it('[R29] keeps the contents of a volume across a SIGKILL, for the next container', async () => {
      const provider = testProvider(name)
      const volumes = [{ name: `data-${Date.now()}-${name}`, path: '/data' }]
      const writes =
        "require('fs').writeFileSync('/data/kept', 'still here'); console.log('written'); setInterval(() => {}, 1000)"
      const one = await startIn(provider, { volumes, command: program(writes) })
      await expect.poll(one.stdout).toBe('written\n')
      const [found] = await provider.listVolumes(one.spec.owner)
      expect(found).toMatchObject({ ...volumes[0], workspaceId: one.spec.workspaceId, isInUse: true })
      await expect(provider.removeVolume(volumes[0]!.name)).rejects.toMatchObject({ code: 'VOLUME_IN_USE' })
      await rawDocker().getContainer(one.container.id).kill()
      expect(await one.exited).toMatchObject({ code: 137, isOutOfMemory: false })
      const reads = "console.log(require('fs').readFileSync('/data/kept', 'utf8'))"
      const other = await startIn(provider, {
        volumes,
        command: program(reads),
        owner: one.spec.owner,
        workspaceId: one.spec.workspaceId,
        generation: 2,
      })
      expect(await other.exited).toMatchObject({ code: 0 })
      expect(other.stdout()).toBe('still here\n')
    })

    it('[R29] lists volumes for all concurrent requests, although an Engine measures them for one request at a time and refuses the others', async () => {
      const volumes = [{ name: `asked-${Date.now()}-${name}`, path: '/data' }]
      const { spec } = await startIn(testProvider(name), { volumes, command: program('setInterval(() => {}, 1000)') })
      const [one, other] = [testProvider(name), testProvider(name)]
      const asked = Array.from({ length: 8 }, (_, place) => (place % 2 === 0 ? one : other).listVolumes(spec.owner))
      for (const listed of await Promise.all(asked)) expect(listed).toMatchObject([{ name: volumes[0]!.name }])
    })

    it('[R27] reports its resource use', async () => {
      const started = await startIn(testProvider(name), { command: program('for (;;) Math.random()') })
      const used = async () => (await started.container.usage())?.cpuPercent
      await expect.poll(used, { interval: 500 }).toBeGreaterThan(20)
      expect((await started.container.usage())?.memoryBytes).toBeGreaterThan(1_000_000)
    })
  })

// Catches a container being removed by its name: the old one is already gone, and another engine's new container has
// the name.
it.skipIf(!hasPart('docker'))('the container of an engine that was faster stays', async () => {
  const docker = rawDocker()
  const spec = specOf({ generation: 2 })
  const config = (generation: number) => ({
    name: containerName(spec),
    Image: nodeImage,
    Cmd: ['-e', ''],
    Labels: { [labels.generation]: String(generation) },
  })
  const older = await docker.createContainer(config(1))
  let faster: Dockerode.Container | null = null
  onTestFinished(async () => faster?.remove({ force: true }))
  const asked = Object.assign(rawDocker(), {
    getContainer(id: string) {
      const container = docker.getContainer(id)
      const inspect = async () => {
        const found = await container.inspect()
        if (id === config(1).name && faster === null) {
          await older.remove()
          faster = await docker.createContainer(config(2))
        }
        return found
      }
      return Object.assign(docker.getContainer(id), { inspect })
    },
  })
  const created = createAlone(asked, config(2), spec)
  expect(await created.then(() => 'created', messageOf)).toMatch(/^Another engine has started a newer container/)
  expect(await docker.getContainer(config(2).name).inspect()).toMatchObject({ Id: faster!.id })
})
