/** The command for hosted servers on a real Docker Engine. */
import { describe, expect, inject, test } from 'vitest'
import type { HostedLogLine, HostedServer } from '#contract/hosting/hostedServer'
import { makePlace } from '#test/integration/cli/switchboard'
import { rawDocker } from '#test/integration/hosting/docker'
import { makeImage, serverArguments } from '#test/support/hosting/testImages'
import { hasPart } from '#test/support/parts/hasPart'

const image = 'command-echo:1'

describe.runIf(hasPart('docker'))('the command', () => {
  test('[R24] [R26] [R29] hosts a server, shows it, restarts it and removes it, and its volume stays; no value is printed', async () => {
    const docker = rawDocker()
    await makeImage(docker, image, { arguments: serverArguments('echo') })
    const place = await makePlace({ DOCKER_HOST: inject('docker') ?? '', SWITCHBOARD_VAULT_KEY: 'key' })
    const { serve, run } = place
    await serve()
    const printed: string[] = []
    const host = async (...words: string[]) => {
      const outcome = await run('host', ...words)
      printed.push(outcome.stdout, outcome.stderr)
      return outcome
    }
    const isolation = ['--provider', 'plain', '--network', 'none', '--memory', '256M']
    const environment = ['--env', 'GIVEN=hunter2-given', '--env', 'SECRET_OF_THE_ENGINE']
    const added = await host('add', 'Notes', '--image', image, '--volume', '/data', ...isolation, ...environment)
    expect([added.code, added.stdout]).toEqual([0, 'Hosted notes.\n'])
    const [server] = JSON.parse((await host('list', '--json')).stdout) as HostedServer[]
    expect(server).toMatchObject({
      slug: 'notes',
      image,
      state: 'ready',
      status: 'running',
      environment_names: ['GIVEN', 'SECRET_OF_THE_ENGINE'],
      resource_limits: { memory: '256M' },
    })
    const { Config, HostConfig } = await docker.getContainer(server?.container_id ?? '').inspect()
    expect(Config.Env).toEqual(expect.arrayContaining(['GIVEN=hunter2-given', 'SECRET_OF_THE_ENGINE=leaked']))
    expect([HostConfig.Memory, HostConfig.NetworkMode]).toEqual([256 * 2 ** 20, 'none'])
    const table = await host('list')
    expect(table.stdout).toMatch(/notes +running .* none +Plain container \(weaker\) +command-echo:1/)

    const examined = await run('doctor', 'notes')
    expect([examined.code, examined.stdout]).toEqual([0, expect.stringMatching(/notes runs and lists \d+ tools/)])
    expect(examined.stdout).toMatch(/Plain container: Docker Engine \S+, isolates less/)
    expect(examined.stdout).toMatch(/memory: \S+ [KM]B of 256M/)

    expect(added.stderr).not.toContain('network')

    const again = await host('add', 'Notes', '--image', image, '--provider', 'plain')
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already')])
    const nowhere = await host('add', 'Other', '--image', 'localhost:1/nowhere:1', '--provider', 'plain')
    expect(nowhere.code).toBe(1)
    expect(JSON.parse((await host('list', '--json')).stdout)).toHaveLength(1)

    // Catches a server that can reach every address although the user was not told of this default.
    const open = await host('add', 'Open', '--image', image, '--provider', 'plain')
    expect(open.stderr).toContain('Its network is full: it reaches everything that this machine can reach.')
    expect((await host('edit', 'open', '--network', 'none', '--yes')).code).toBe(0)
    expect((await host('list')).stdout).toMatch(/open +running .* none +Plain container/)
    expect((await host('remove', 'open')).code).toBe(0)

    const restarted = JSON.parse((await host('restart', 'notes', '--json')).stdout) as HostedServer
    expect(restarted).toMatchObject({ state: 'ready', restart_count: 0 })
    expect(restarted.container_id).not.toBe(server?.container_id)
    const logged = JSON.parse((await host('logs', 'notes', '--json')).stdout) as HostedLogLine[]
    expect(Array.isArray(logged)).toBe(true)

    const removed = await host('remove', 'notes')
    expect([removed.code, removed.stdout]).toEqual([0, 'Removed notes.\n'])
    const [, name = ''] = /Its volumes stay: (\S+)/.exec(removed.stderr) ?? []
    await expect(docker.getVolume(name).inspect()).resolves.toMatchObject({ Name: name })
    await docker.getVolume(name).remove()
    expect(printed.join('')).not.toMatch(/hunter2|leaked/)
  })
})
