/** A real Docker Engine installs and runs packages from the test's own registries. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { PackageRun } from '#contract/hosting/package'
import { systemClock } from '#engine/clock'
import { packageVolumePrefix } from '#engine/hosting/packages/installProgram'
import { PackageInstaller, type ReadyPackage } from '#engine/hosting/packages/packageInstaller'
import { megabyte, rawDocker, specOf, testProvider } from '#test/integration/hosting/docker'
import { makePlace } from '#test/integration/cli/switchboard'
import { npmIndex, pythonIndex } from '#test/support/hosting/packageIndexes'
import { makeNpmBase, makePythonBase, npmBase, pythonBase } from '#test/support/hosting/packageImages'
import { hasPart } from '#test/support/parts/hasPart'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const minutes = { timeout: 180_000 }
const docker = rawDocker()
const url = inject('docker') ?? ''

async function serving() {
  const place = await makePlace({ DOCKER_HOST: url, SWITCHBOARD_VAULT_KEY: 'a key of the test, long enough' })
  const { ready } = await place.serve()
  const rest = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${ready.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const call = async (id: string, name: string, args: object = {}): Promise<string> => {
    const { status, body } = await rest('POST', `/mcp/servers/${id}/call`, {
      method: 'tools/call',
      params: { name, arguments: args },
    })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.result.content[0].text
  }
  return { rest, call, run: place.run }
}

async function packageVolumes(): Promise<string[]> {
  const { Volumes } = await docker.listVolumes()
  return Volumes.map(({ Name }) => Name).filter((name) => name.startsWith(packageVolumePrefix))
}

/** Removes the package volumes that the test created. Other tests' volumes do not count. */
async function leavesNothing() {
  const before = new Set(await packageVolumes())
  onTestFinished(async () => {
    for (const name of await packageVolumes())
      if (!before.has(name)) await docker.getVolume(name).remove({ force: true })
  })
  return async () => (await packageVolumes()).filter((name) => !before.has(name))
}

async function filesIn(volume: string, image: string): Promise<string> {
  const container = await docker.createContainer({
    Image: image,
    Entrypoint: ['/'],
    HostConfig: { Mounts: [{ Type: 'volume', Source: volume, Target: '/volume' }] },
  })
  try {
    let tar = ''
    for await (const bytes of await container.getArchive({ path: '/volume/.' }))
      tar += (bytes as Buffer).toString('latin1')
    return tar
  } finally {
    await container.remove()
  }
}

const isThere = hasPart('docker') && hasPart('npm') && hasPart('pip')

describe.runIf(isThere)('a package on a Docker Engine', () => {
  // Catches an install script that runs, a package that can change itself or reach the network, and a failure that
  // leaves something behind.
  it(
    'of npm is installed without its scripts, and runs without a network from a read-only volume',
    minutes,
    async () => {
      await makeNpmBase(url)
      const { rest, call } = await serving()
      const volumesMade = await leavesNothing()
      const npmRegistry = await npmIndex(docker, ['1.0.0', '1.1.0'])
      await rest('PATCH', '/settings', { npmRegistry, npmImage: npmBase })
      const preview = await rest('POST', '/mcp/packages/preview', { registry: 'npm', name: '@scope/echo' })
      expect(preview.body.package.version).toBe('1.1.0')

      const wrong = { registry: 'npm', name: '@scope/echo', version: '1.0.0', program: 'nowhere' }
      const refused = await rest('POST', '/mcp/packages', { name: 'echo', provider: 'plain', package: wrong })
      expect(refused).toMatchObject({ status: 502, body: { code: 'INSTALL_FAILED' } })
      expect(refused.body.message).toContain('This package has no program nowhere. It has: echo')
      expect(await volumesMade()).toEqual([])

      const asked = { registry: 'npm', name: '@scope/echo', version: '1.0.0' }
      const { status, body } = await rest('POST', '/mcp/packages', {
        name: 'echo',
        provider: 'plain',
        package: asked,
        network: { mode: 'none' },
      })
      expect({ status, state: body.state, error: body.error ?? body.message ?? null }).toEqual({
        status: 200,
        state: 'ready',
        error: null,
      })
      expect(await call('echo', 'echo', { text: 'from npm' })).toBe('from npm')
      const inspected = await docker.getContainer(body.container_id).inspect()
      expect(inspected.HostConfig).toMatchObject({ NetworkMode: 'none', ReadonlyRootfs: true })
      expect(inspected.Mounts).toMatchObject([{ Type: 'volume', RW: false }])
      const [volume = ''] = await volumesMade()
      const files = await filesIn(volume, npmBase)
      expect(files).toContain('node_modules/@scope/echo/server.js')
      expect(files).not.toContain('@scope/echo/the-script-ran')

      expect((await rest('GET', '/mcp/packages/updates')).body).toMatchObject([{ slug: 'echo', newest: '1.1.0' }])
      const changed = await rest('POST', '/mcp/servers/echo/change', { change: { package_version: '1.1.0' } })
      expect(changed.body).toMatchObject({ state: 'ready', package: { version: '1.1.0' } })
      expect(await call('echo', 'echo', { text: 'newer' })).toBe('newer')
      const undone = await rest('POST', '/mcp/servers/echo/undo-change')
      expect(undone.body).toMatchObject({ state: 'ready', package: { version: '1.0.0' } })
      await rest('DELETE', '/mcp/servers/echo')
    },
  )

  it('of PyPI sees the folders that a person shares, each with its access', minutes, async () => {
    await makePythonBase(url)
    await leavesNothing()
    const { rest, call } = await serving()
    const pypiIndex = await pythonIndex(docker, ['0.9.0', '0.10.0'])
    await rest('PATCH', '/settings', { pypiIndex, pypiImage: pythonBase })
    const preview = await rest('POST', '/mcp/packages/preview', { registry: 'pypi', name: 'MCP_files' })
    expect(preview.body.package.version).toBe('0.10.0')
    const folder = await temporaryFolder()
    const [shown, written, hidden] = ['shown', 'written', 'hidden'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const path of [shown, written, hidden]) {
      await mkdir(path)
      await writeFile(join(path, 'note'), `note in ${path}`)
    }
    const { status, body } = await rest('POST', '/mcp/packages', {
      name: 'files',
      provider: 'plain',
      package: { ...preview.body.package, args: ['--root', shown, written, hidden] },
      folders: [{ path: shown }, { path: written, writable: true }],
      network: { mode: 'none' },
    })
    expect({ status, state: body.state, error: body.error ?? body.message ?? null }).toEqual({
      status: 200,
      state: 'ready',
      error: null,
    })
    expect(await call('files', 'arguments')).toBe(`--root ${shown} ${written} ${hidden}`)
    expect(await call('files', 'read', { path: join(shown, 'note') })).toBe(`note in ${shown}`)
    expect(await call('files', 'write', { path: join(shown, 'note') })).toBe('Read-only file system')
    expect(await call('files', 'read', { path: join(hidden, 'note') })).toBe('No such file or directory')
    expect(await call('files', 'write', { path: join(written, 'new') })).toBe('7')
    expect(await readFile(join(written, 'new'), 'utf8')).toBe('written')
    await rest('DELETE', '/mcp/servers/files')
  })
})

const run: PackageRun = {
  registry: 'npm',
  name: '@scope/echo',
  version: '1.0.0',
  program: null,
  args: [],
  ranAs: null,
}

interface Scene {
  /** Creates an engine's installer. All installers of a scene share one store. */
  readonly engine: () => { readonly install: () => Promise<ReadyPackage>; readonly close: () => Promise<void> }
  /** Returns the number of times that the package itself was fetched. */
  readonly fetched: () => number
  /** Releases the registry's answers for the package, which are held until then. */
  readonly release: () => void
  readonly containers: () => Promise<number>
  readonly volumes: () => Promise<string[]>
}

async function scene(isHeld: boolean): Promise<Scene> {
  await makeNpmBase(inject('docker') ?? '')
  const { owner } = specOf()
  let fetched = 0
  let release: () => void = () => undefined
  const held = isHeld ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const npm = await npmIndex(docker, ['1.0.0'], async (path) => {
    if (!path.endsWith('.tgz')) return
    fetched += 1
    await held
  })
  onTestFinished(release)
  const filters = { label: [`switchboard.owner=${owner}`] }
  const volumes = async () => (await docker.listVolumes({ filters })).Volumes.map(({ Name }) => Name)
  const containersNow = () => docker.listContainers({ all: true, filters })
  onTestFinished(async () => {
    for (const { Id } of await containersNow()) await docker.getContainer(Id).remove({ force: true, v: true })
    for (const name of await volumes()) await docker.getVolume(name).remove()
  })
  return {
    engine: () => {
      const provider = testProvider('plain')
      const installer = new PackageInstaller({
        owner: () => Promise.resolve(owner),
        addresses: () => ({ npm, pypi: npm }),
        clock: systemClock,
        log: recordingLog(),
        onLine: () => undefined,
      })
      const limits = { cpu: 1, memoryBytes: 256 * megabyte, diskBytes: null }
      const { signal } = new AbortController()
      return {
        install: () => installer.ready(provider, { slug: 'echo', image: npmBase, run, limits }, signal),
        close: () => provider.close(),
      }
    },
    fetched: () => fetched,
    release,
    containers: async () => (await containersNow()).length,
    volumes,
  }
}

describe.runIf(hasPart('docker') && hasPart('npm'))('engines that install one package', () => {
  // Catches an engine that ends another engine's installation, installs into a volume that is being filled, or removes
  // that volume.
  it('at the same time install it once, and all of them can run it', minutes, async () => {
    const { engine, fetched, containers, volumes } = await scene(false)
    const ready = await Promise.all([engine(), engine(), engine()].map(({ install }) => install()))
    const [volume = ''] = await volumes()
    expect(volume.startsWith(packageVolumePrefix)).toBe(true)
    for (const { command, volume: mounted } of ready) {
      expect(mounted.name).toBe(volume)
      expect(command.at(-1)).toMatch(/\/node_modules\/@scope\/echo\/server\.js$/)
    }
    expect(await volumes()).toEqual([volume])
    expect(fetched()).toBe(1)
    expect(await containers()).toBe(0)
  })

  // Catches a server that runs from an empty volume, which Docker creates in place of a missing one, and an empty
  // volume that is left behind.
  it('start no server whose package volume is missing', minutes, async () => {
    const provider = testProvider('plain')
    const name = `${packageVolumePrefix}gone`
    const spec = specOf({ volumes: [{ name, path: '/opt/package', isReadOnly: true, mustExist: true }] })
    const events = { onStdout: () => undefined, onStderr: () => undefined, onExit: () => undefined }
    await expect(provider.start(spec, events)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(docker.getVolume(name).inspect()).rejects.toMatchObject({ statusCode: 404 })
    expect(await provider.find(spec.owner)).toEqual([])
  })

  // Catches an installation that is lost with its engine, and one that is repeated because its engine is gone.
  it(
    'and die meanwhile leave the installation to the next engine, which uses the result and removes the container',
    minutes,
    async () => {
      const { engine, fetched, release, containers } = await scene(true)
      const [dead, next] = [engine(), engine()]
      void dead.install().catch(() => undefined)
      await expect.poll(fetched, { timeout: 60_000 }).toBe(1)
      // Acts like SIGKILL: the installer's streams are cut, and it stops nothing.
      await dead.close()
      const taken = next.install()
      release()
      expect((await taken).command.at(-1)).toMatch(/server\.js$/)
      expect(fetched()).toBe(1)
      expect(await containers()).toBe(0)
    },
  )
})
