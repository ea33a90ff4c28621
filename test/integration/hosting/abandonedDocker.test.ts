/** A killed test run leaves its Docker Engine behind, and the next run removes it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { program, rawDocker } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'
import { nodeImage } from '#test/support/parts/nodeImage'
import { containersOf, leftoversOf, removeAbandoned } from '#test/support/parts/startDocker'

describe.runIf(hasPart('docker'))('a run of tests', () => {
  // Catches processes, mounts, bridges and gigabytes that pile up on a machine where runs are cancelled. It also
  // catches a clean-up that ends the Engine of a run that still needs it.
  it(
    'that is killed leaves nothing behind after the next run, which ends no other run’s Engine',
    { timeout: 120_000 },
    async () => {
      const owner = spawn(process.execPath, [join(import.meta.dirname, 'dockerOwner.ts')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void owner.kill('SIGKILL'))
      const [line] = (await once(createInterface(owner.stdout), 'line')) as [string]
      const { folder, url } = JSON.parse(line) as { readonly folder: string; readonly url: string }
      const container = await rawDocker(url).createContainer({
        Image: nodeImage,
        Entrypoint: [...program('setInterval(() => {}, 1e6)')],
        HostConfig: { NetworkMode: 'bridge' },
      })
      await container.start()
      const containers = containersOf(folder)
      const gone = once(owner, 'exit')
      owner.kill('SIGKILL')
      await gone
      const left = leftoversOf(folder, containers)
      expect(left.processes.length).toBeGreaterThanOrEqual(3)
      expect(left.links).toHaveLength(1)

      await removeAbandoned()
      expect(leftoversOf(folder, containers)).toEqual({ processes: [], mounts: [], links: [] })
      expect(existsSync(folder)).toBe(false)
      expect(await rawDocker(inject('docker')).version()).toMatchObject({ Version: expect.any(String) })
    },
  )
})
