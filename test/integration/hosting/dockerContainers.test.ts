/** Containers on a real Docker Engine, by runc and by gVisor: streams, exits, and what is left of them. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { program, rawDocker, startIn, testProvider } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'

const runtimes = [
  { name: 'plain', isThere: hasPart('docker') },
  { name: 'gvisor', isThere: hasPart('docker') && hasPart('gvisor') },
] as const

for (const { name, isThere } of runtimes)
  describe.skipIf(!isThere)(`a container by ${name}`, () => {
    it('[R24] carries what is written to it and what it writes, apart and whole, also when split anywhere', async () => {
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

    it('[R26] tells the exit once, after all output, with its code', async () => {
      const text = "process.stdout.write('x'.repeat(3_000_000), () => { console.error('bye'); process.exitCode = 7 })"
      const started = await startIn(testProvider(name), { command: program(text) })
      expect(await started.exited).toEqual({ code: 7, isOutOfMemory: false })
      expect(started.stdout()).toHaveLength(3_000_000)
      expect(started.stderr()).toBe('bye\n')
      expect(await started.container.usage()).toBeNull()
    })

    it('[R26] stops by SIGTERM, and by SIGKILL what takes no notice of it', async () => {
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

    it('[R29] keeps what is in a volume over SIGKILL, and gives it to the next container', async () => {
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

    it('[R29] lists volumes for everybody who asks at once: an Engine counts for one at a time, and refuses the others', async () => {
      const volumes = [{ name: `asked-${Date.now()}-${name}`, path: '/data' }]
      const { spec } = await startIn(testProvider(name), { volumes, command: program('setInterval(() => {}, 1000)') })
      const [one, other] = [testProvider(name), testProvider(name)]
      const asked = Array.from({ length: 8 }, (_, place) => (place % 2 === 0 ? one : other).listVolumes(spec.owner))
      for (const listed of await Promise.all(asked)) expect(listed).toMatchObject([{ name: volumes[0]!.name }])
    })

    it('[R27] says what it uses', async () => {
      const started = await startIn(testProvider(name), { command: program('for (;;) Math.random()') })
      const used = async () => (await started.container.usage())?.cpuPercent
      await expect.poll(used, { interval: 500 }).toBeGreaterThan(20)
      expect((await started.container.usage())?.memoryBytes).toBeGreaterThan(1_000_000)
    })
  })
