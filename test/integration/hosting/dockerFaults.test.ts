/** A real Engine's refusals leave nothing behind, and contain no secrets. */
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { program, rawDocker, specOf, startIn, testProvider } from '#test/integration/hosting/docker'
import { hasPart } from '#test/support/parts/hasPart'
import { nodeImage } from '#test/support/parts/nodeImage'
import { makeImage } from '#test/support/hosting/testImages'

const hasDocker = hasPart('docker')
const hasGvisor = hasDocker && hasPart('gvisor')
const deaf = { onStdout: () => undefined, onStderr: () => undefined, onExit: () => undefined }
/**
 * A volume that cannot be mounted, because its path is a file. The runtime refuses it only once the container exists.
 */
const onFile = [{ name: `on-file-${Date.now()}`, path: '/usr/bin/node' }]
const sized = [{ name: `sized-${Date.now()}`, path: '/data' }]
const stays = program('setInterval(() => {}, 1e6)')

describe.skipIf(!hasDocker)('a refusal of the Engine', () => {
  it('is reported with its own code, and leaves neither container nor volume', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const provider = testProvider('plain')
    const volumes = [{ name: `left-${Date.now()}`, path: '/data' }]
    const full = { mode: 'full' } as const
    const cases = [
      [{ image: 'not/there:1' }, 'IMAGE_NOT_FOUND', /not\/there:1 was not found: no such image/i],
      [{ image: 'Not An Image' }, 'IMAGE_NOT_FOUND', /not the name of an image/],
      [{ image: '../containers/json?a=' }, 'IMAGE_NOT_FOUND', /not the name of an image/],
      [{ ports: [{ container: 80, host: port }], network: full }, 'PORT_TAKEN', /in use/],
      [{ volumes: onFile }, 'COMMAND_FAILED', /\/usr\/bin\/node/],
      [{ limits: { cpu: 0.5, memoryBytes: 64e6, diskBytes: 1e6 }, volumes: sized }, 'LIMIT_NOT_ENFORCEABLE', /quota/],
      [{ limits: { cpu: 512, memoryBytes: 64e6, diskBytes: null } }, 'LIMIT_NOT_ENFORCEABLE', /CPUs/],
      [
        { network: { mode: 'allow', hosts: ['x.org'] }, ports: [{ container: 80, host: null }] },
        'LIMIT_NOT_ENFORCEABLE',
        /list of hosts/,
      ],
      [{ ports: [{ container: 80, host: null }] }, 'LIMIT_NOT_ENFORCEABLE', /needs a network/],
    ] as const
    for (const [given, code, words] of cases) {
      const spec = specOf({ volumes, command: stays, ...given })
      const refused = await provider.start(spec, deaf).catch((thrown: unknown) => thrown)
      expect({ given, refused }).toMatchObject({
        given,
        refused: { code, message: expect.stringMatching(words) as string },
      })
      expect(await provider.find(spec.owner)).toEqual([])
      expect(await provider.listVolumes(spec.owner)).toEqual([])
    }
  })

  it('keeps a volume that existed before', async () => {
    const provider = testProvider('plain')
    const volumes = [{ name: `kept-${Date.now()}`, path: '/data' }]
    const { spec, container } = await startIn(provider, { volumes, command: stays })
    await container.stop(0)
    await expect(provider.start({ ...spec, volumes: [...volumes, ...onFile] }, deaf)).rejects.toMatchObject({
      code: 'COMMAND_FAILED',
    })
    expect(await provider.listVolumes(spec.owner)).toMatchObject([{ name: volumes[0]!.name, isInUse: false }])
  })

  it('says that a registry does not have an image', async () => {
    const progress: unknown[] = []
    const brought = testProvider('plain').bringImage(
      'localhost:1/none:1',
      (one) => progress.push(one),
      new AbortController().signal,
    )
    await expect(brought).rejects.toMatchObject({
      code: 'IMAGE_NOT_FOUND',
      message: expect.stringMatching(
        /localhost:1\/none:1 cannot be fetched because its registry cannot be reached: .*connection refused/,
      ) as string,
    })
    expect(progress).toEqual([])
    await testProvider('plain').bringImage(nodeImage, (one) => progress.push(one), new AbortController().signal)
    expect(progress).toEqual([])
  })

  it('contains no variable’s value in a label, name or error', async () => {
    const secret = 'sk-0123456789abcdef'
    const provider = testProvider('plain')
    const environment = { TOKEN: secret }
    const { container } = await startIn(provider, { environment, command: program('console.log(process.env.TOKEN)') })
    const inspected = await rawDocker().getContainer(container.id).inspect()
    // The runtime itself shows values to everyone who may use it. Switchboard cannot prevent that.
    expect(inspected.Config.Env).toContain(`TOKEN=${secret}`)
    expect(JSON.stringify({ ...inspected, Config: { ...inspected.Config, Env: [] } })).not.toContain(secret)
    const refused = await provider
      .start(specOf({ environment, volumes: [{ name: onFile[0]!.name, path: `/usr/bin/node/${secret}` }] }), deaf)
      .catch((thrown: unknown) => String(thrown))
    expect(refused).toContain('/usr/bin/node/***')
    expect(refused).not.toContain(secret)
  })

  it('allows only one container per server, the newest', async () => {
    const provider = testProvider('plain')
    const one = await startIn(provider, { command: stays })
    const other = await startIn(testProvider('plain'), { ...one.spec, generation: 2 })
    expect((await one.exited).code).not.toBe(0)
    expect(await provider.find(one.spec.owner)).toMatchObject([{ id: other.container.id, generation: 2 }])
    await expect(provider.start(one.spec, deaf)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await provider.find(one.spec.owner)).toMatchObject([{ id: other.container.id, isRunning: true }])
  })

  it('[R24] publishes a port on loopback alone, and finds it again', async () => {
    const text = "require('http').createServer((_, answer) => answer.end('served')).listen(8080); console.log('up')"
    const { container, spec, stdout } = await startIn(testProvider('plain'), {
      command: program(text),
      isBridged: false,
      network: { mode: 'full' },
      ports: [{ container: 8080, host: null }],
    })
    await expect.poll(stdout).toBe('up\n')
    const address = container.address(8080) ?? ''
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(container.address(80)).toBeNull()
    expect(await (await fetch(address)).text()).toBe('served')
    const next = testProvider('plain')
    const [found] = await next.find(spec.owner)
    const adopted = await next.adopt(found!, deaf)
    expect(adopted.address(8080)).toBe(address)
    expect(await (await fetch(address)).text()).toBe('served')
    await adopted.stop(0)
    expect(await next.find(spec.owner)).toEqual([])
  })

  it('[R29] backs a volume up as a tar, even without the image of its server', async () => {
    const provider = testProvider('plain')
    const image = `short-lived:${Date.now()}`
    await makeImage(rawDocker(), image, { arguments: ['-e', "require('fs').writeFileSync('/data/kept', 'the text')"] })
    const volumes = [{ name: `backup-${Date.now()}`, path: '/data' }]
    const { container, exited } = await startIn(provider, { image, volumes })
    await exited
    await container.stop(0)
    await rawDocker().getImage(image).remove()
    const pieces: Uint8Array[] = []
    for await (const piece of await provider.backupVolume(volumes[0]!.name)) pieces.push(piece)
    const tar = Buffer.concat(pieces).toString('latin1')
    expect(tar).toContain('kept\0')
    expect(tar).toContain('the text')
    expect(tar.slice(257, 262)).toBe('ustar')
    await provider.removeVolume(volumes[0]!.name)
    await provider.removeVolume(volumes[0]!.name)
    await expect(provider.backupVolume('none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('[R28] says that a runtime is missing, and how to get it', async () => {
    const report = await testProvider('firecracker').examine()
    expect(report.available).toBe(false)
    expect(report.missing?.repair).toContain('Kata')
    await expect(testProvider('firecracker').start(specOf(), deaf)).rejects.toMatchObject({
      code: 'RUNTIME_UNAVAILABLE',
    })
    const nowhere = testProvider('plain', 'unix:///nowhere/docker.sock')
    expect(await nowhere.examine()).toMatchObject({
      available: false,
      missing: { reason: expect.stringMatching(/cannot be reached/) as string },
    })
    await expect(nowhere.start(specOf(), deaf)).rejects.toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
    await expect(nowhere.find('anybody')).rejects.toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
    await expect(nowhere.bringImage('a', () => undefined, new AbortController().signal)).rejects.toMatchObject({
      code: 'RUNTIME_UNAVAILABLE',
    })
  })
})

describe.skipIf(!hasGvisor)('a refusal of gVisor', () => {
  it('also leaves nothing behind', async () => {
    const provider = testProvider('gvisor')
    expect(await provider.examine()).toMatchObject({ available: true, can: { volumes: true } })
    const spec = specOf({ volumes: onFile })
    await expect(provider.start(spec, deaf)).rejects.toMatchObject({ code: 'COMMAND_FAILED' })
    expect(await provider.find(spec.owner)).toEqual([])
  })
})
