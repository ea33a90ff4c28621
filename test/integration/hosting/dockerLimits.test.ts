/** Limits and isolation on a real Engine, which programs try to break. */
import { describe, expect, it } from 'vitest'
import { megabyte, program, rawDocker, specOf, startIn, testProvider } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'
import { burnCpu, fillDisk, fillMemory, floodOutput, forkBomb } from '#test/support/hosting/greedyPrograms'
import { makeImage } from '#test/support/hosting/testImages'

const runtimes = [
  { name: 'plain', isThere: hasPart('docker') },
  { name: 'gvisor', isThere: hasPart('docker') && hasPart('gvisor') },
] as const

for (const { name, isThere } of runtimes)
  describe.skipIf(!isThere)(`the provider ${name}`, () => {
    it('[R28] ends a process that exceeds its memory, and reports that as the reason', async () => {
      const started = await startIn(testProvider(name), {
        command: program(fillMemory),
        limits: { cpu: 1, memoryBytes: 128 * megabyte, diskBytes: null },
      })
      const exit = await started.exited
      expect(exit.isOutOfMemory).toBe(true)
      expect(exit.code).not.toBe(0)
    })

    // Reads the kernel's count, because a program in gVisor also counts throttled time as its own use.
    it('[R28] grants no more than the configured share of a core', async () => {
      const started = await startIn(testProvider(name), {
        command: program(burnCpu),
        limits: { cpu: 0.25, memoryBytes: 256 * megabyte, diskBytes: null },
      })
      const heldBack = async () => {
        const stats = await rawDocker().getContainer(started.container.id).stats({ stream: false, 'one-shot': true })
        return stats.cpu_stats.throttling_data.throttled_periods
      }
      await expect.poll(heldBack).toBeGreaterThan(10)
    })

    it('[R28] limits folders in memory, and makes no other place writable', async () => {
      const limits = { cpu: 1, memoryBytes: 256 * megabyte, diskBytes: null }
      const full = await startIn(testProvider(name), { command: program(fillDisk('/tmp')), limits })
      await expect.poll(full.stderr).toMatch(/^ENOSPC after 1[12]\d MB\n$/)
      expect(full.exit()).toBeNull()
      const root = await startIn(testProvider(name), { command: program(fillDisk('/')), limits })
      await expect.poll(root.stderr).toBe('EROFS after 0 MB\n')
    })

    it('turns volumes that an image declares into folders in memory', async () => {
      const image = `wants-volumes-${name}:1`
      await makeImage(rawDocker(), image, { arguments: ['-e', fillDisk('/cache')], volumes: ['/cache'] })
      const started = await startIn(testProvider(name), { image })
      await expect.poll(started.stderr).toMatch(/^ENOSPC after 1[12]\d MB\n$/)
      // Other tests create volumes on the same Engine, but named ones.
      const { Volumes } = await rawDocker().listVolumes()
      expect(Volumes.filter(({ Name }) => /^[0-9a-f]{64}$/.test(Name))).toEqual([])
    })

    it('[R28] limits the number of processes, without affecting another container', async () => {
      const calm = await startIn(testProvider(name), { command: program('process.stdin.pipe(process.stdout)') })
      const bomb = await startIn(testProvider(name), {
        command: program(forkBomb),
        limits: { cpu: 2, memoryBytes: 4_096 * megabyte, diskBytes: null },
      })
      // gVisor's own kernel exits when it gets no more threads.
      if (name === 'gvisor') expect(await bomb.exited).toMatchObject({ isOutOfMemory: false })
      else {
        await expect.poll(bomb.stderr).toMatch(/^processes \d+\n$/)
        expect(Number(/\d+/.exec(bomb.stderr())?.[0])).toBeLessThan(512)
        expect(bomb.exit()).toBeNull()
      }
      await calm.container.write('well\n')
      await expect.poll(calm.stdout).toBe('well\n')
    })

    it('holds back a flood of output until it is read, however long a line is', async () => {
      const flood = name === 'gvisor' ? 1_024 : 128
      let taken = 0
      let highest = 0
      const before = process.memoryUsage().rss
      const provider = testProvider(name)
      const spec = specOf({ command: program(floodOutput(flood)) })
      const container = await provider.start(spec, {
        async onStdout(bytes) {
          taken += bytes.length
          highest = Math.max(highest, process.memoryUsage().rss - before)
          // Reads more slowly than the data arrives.
          await new Promise((resolve) => setImmediate(resolve))
        },
        onStderr: () => undefined,
        onExit: () => undefined,
      })
      try {
        await expect.poll(() => taken, { timeout: 60_000, interval: 100 }).toBe(flood * megabyte)
        expect(highest).toBeLessThan(150 * megabyte)
      } finally {
        await container.stop(0)
      }
    }, 90_000)

    it('[R28] grants no network, no capabilities and no way to more rights', async () => {
      const text = `
        const status = require('fs').readFileSync('/proc/self/status', 'utf8')
        console.log(Object.values(require('os').networkInterfaces()).flat().every(({ internal }) => internal))
        console.log(/CapEff:\\s*0+\\n/.test(status), /NoNewPrivs:\\s*1\\n/.test(status) || ${name === 'gvisor'})
        console.log(process.env.HOME)`
      const started = await startIn(testProvider(name), { command: program(text) })
      await started.exited
      expect(started.stdout().split('\n').slice(0, 3)).toEqual(['true', 'true true', '/tmp'])
    })

    it('runs the program as the image’s user', async () => {
      const image = `not-root-${name}:1`
      await makeImage(rawDocker(), image, { arguments: ['-p', 'process.getuid()'], user: '1234' })
      const started = await startIn(testProvider(name), { image })
      await started.exited
      expect(started.stdout()).toBe('1234\n')
    })
  })
