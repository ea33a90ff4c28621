/** npm and PyPI packages in containers, on an in-memory runtime and with a registry on loopback. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot, packageVolumePrefix } from '#engine/hosting/packages/installProgram'
import { type HostedHost, hostedHost, surroundings } from '#test/integration/hosting/hostedHost'
import { FakeProvider } from '#test/support/hosting/fakeProvider'
import { fakeBase, fakeNpm } from '#test/support/hosting/fakePackages'
import { temporaryFolder } from '#test/support/temporaryFolder'

const name = '@scope/notes'

async function packagedHost(versions: Record<string, string[]> = { [name]: ['1.0.0', '1.1.0'] }) {
  const base = fakeBase()
  const around = await surroundings({ 'node:22-slim': base.image })
  const host = await hostedHost(around)
  await host.engine.settings.update({ npmRegistry: await fakeNpm(versions) })
  return { host, base, versions, around }
}

const asked = { package: { registry: 'npm', name, version: '1.0.0', args: ['--flag', 'x'] }, name: 'notes' }
const packageVolumes = ({ runtime }: HostedHost) =>
  [...runtime.volumes.keys()].filter((volume) => volume.startsWith(packageVolumePrefix))

describe('a package that is run in a container', () => {
  it('its newest version is pinned, installed with a network, and run from a volume it cannot change', async () => {
    const { host, base } = await packagedHost()
    const preview = await host.rest('POST', '/mcp/packages/preview', { registry: 'npm', name })
    expect(preview.body).toEqual({
      package: { registry: 'npm', name, version: '1.1.0' },
      image: 'node:22-slim',
      installs: `npm install --ignore-scripts ${name}@1.1.0`,
    })
    expect(base.installed).toEqual([])
    const lines: string[] = []
    const events = host.engine.events.subscribe(undefined)
    void (async () => {
      for await (const batch of events)
        for (const event of batch) if (event.type === 'hosting.installing') lines.push(event.line)
    })()
    const { status, body } = await host.rest('POST', '/mcp/packages', {
      ...asked,
      package: { ...asked.package, version: preview.body.package.version },
      network: { mode: 'none' },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'ready', image: 'node:22-slim', package: preview.body.package, volumes: [] })
    const [install, run] = host.runtime.history.map(({ spec }) => spec)
    expect(install).toMatchObject({ network: { mode: 'full' }, isBridged: false, volumes: [{ path: packageRoot }] })
    expect(run).toMatchObject({
      network: { mode: 'none' },
      command: ['node', `${packageRoot}/run`, '--flag', 'x'],
      volumes: [{ path: packageRoot, isReadOnly: true }],
    })
    expect(base.installed).toEqual([`${name}@1.1.0`])
    expect([...host.runtime.containers.values()].map(({ spec }) => spec.slug)).toEqual(['notes'])
    await expect.poll(() => lines).toContain(`fetching ${name}@1.1.0`)
    // The package's volume is not listed among the person's volumes.
    expect((await host.rest('GET', '/mcp/volumes')).body).toEqual([])
    expect((await host.rest('GET', '/servers')).body).toMatchObject([
      { slug: 'notes', launch: { transport: 'container' } },
    ])
  })

  it('an installed package is used again, also by a later engine and another server', async () => {
    const { host, base, around } = await packagedHost()
    await host.rest('POST', '/mcp/packages', asked)
    await host.rest('POST', '/mcp/packages', { ...asked, name: 'other' })
    await host.rest('POST', '/mcp/servers/notes/restart')
    expect(base.installed).toHaveLength(1)
    await host.close()
    const later = await hostedHost(around)
    await expect.poll(async () => (await later.get('notes')).state).toBe('ready')
    expect(packageVolumes(later)).toHaveLength(1)
  })

  // Catches a server that stays down because another engine on the database found its package unused and removed it.
  it('a package that another engine removed is installed again when its server starts', async () => {
    const { host, base } = await packagedHost()
    await host.rest('POST', '/mcp/packages', asked)
    for (const volume of packageVolumes(host)) host.runtime.volumes.delete(volume)
    expect((await host.rest('POST', '/mcp/servers/notes/restart')).body).toMatchObject({ state: 'ready', error: null })
    expect(base.installed).toHaveLength(2)
  })

  // Catches an engine that, when it starts, ends an installation by another engine on its database. It also catches a
  // dead engine's container that is never removed.
  it('an installation that is running when an engine starts can finish, and its container is then removed', async () => {
    const { host, around } = await packagedHost()
    await host.rest('POST', '/mcp/packages', asked)
    const [install] = host.runtime.history
    await host.close()
    const events = { onStdout: () => undefined, onStderr: () => undefined, onExit: () => undefined }
    await new FakeProvider(around.runtime).start({ ...install!.spec, image: 'silent' }, events)
    const later = await hostedHost(around)
    await expect.poll(() => later.provider.asked.some((line) => line.startsWith('adopt '))).toBe(true)
    const running = around.runtime.newest(install!.spec.workspaceId)
    expect(running.exit).toBeNull()
    running.end({ code: 0, isOutOfMemory: false })
    await expect.poll(() => around.runtime.containers.has(running.id)).toBe(false)
  })

  // Catches a failure that leaves a container, a volume or a row behind.
  it('a failed installation leaves nothing, and its error has the output of the installer', async () => {
    const { host, base } = await packagedHost()
    base.failure = 'npm error code EINTEGRITY\nnpm error sha512 of the tarball is wrong\n'
    const refused = await host.rest('POST', '/mcp/packages', asked)
    expect(refused).toMatchObject({ status: 502, body: { code: 'INSTALL_FAILED' } })
    expect(refused.body.message).toContain('sha512 of the tarball is wrong')
    expect(host.runtime.containers.size).toBe(0)
    expect(host.runtime.volumes.size).toBe(0)
    expect((await host.rest('GET', '/mcp/servers')).body).toEqual([])
    expect((await host.rest('GET', '/servers')).body).toEqual([])
    base.failure = null
    expect((await host.rest('POST', '/mcp/packages', asked)).status).toBe(200)
  })

  it.each([
    ['previews', { registry: 'npm', name: 'nobody' }, 422, 'PACKAGE_NOT_FOUND'],
    ['previews', { registry: 'npm', name, version: '9.9.9' }, 422, 'PACKAGE_NOT_FOUND'],
    ['previews', { registry: 'npm', name: '../x' }, 400, 'INVALID_INPUT'],
    ['adds', { ...asked, package: { ...asked.package, version: 'latest' } }, 400, 'INVALID_INPUT'],
    ['adds', { ...asked, folders: [{ path: 'relative' }] }, 400, 'INVALID_INPUT'],
    ['adds', { ...asked, folders: [{ path: '/' }] }, 400, 'INVALID_INPUT'],
    ['adds', { ...asked, folders: [{ path: '/nowhere/at/all' }] }, 400, 'INVALID_INPUT'],
    ['adds', { ...asked, provider: 'e2b' }, 503, 'RUNTIME_UNAVAILABLE'],
    ['adds', { ...asked, project_id: 'nowhere' }, 404, 'NOT_FOUND'],
    ['adds', { ...asked, image: 'nowhere' }, 422, 'IMAGE_NOT_FOUND'],
  ])('%s %j: refused with %d %s', async (what, input, status, code) => {
    const { host } = await packagedHost()
    const answer = await host.rest('POST', what === 'previews' ? '/mcp/packages/preview' : '/mcp/packages', input)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    expect(host.runtime.history).toEqual([])
    expect((await host.rest('GET', '/servers')).body).toEqual([])
  })

  it('a registry that does not answer is not reported as a missing package', async () => {
    const { host } = await packagedHost()
    await host.engine.settings.update({ npmRegistry: 'http://127.0.0.1:1/' })
    const answer = await host.rest('POST', '/mcp/packages/preview', { registry: 'npm', name })
    expect(answer).toMatchObject({ status: 503, body: { code: 'REGISTRY_UNREACHABLE' } })
  })

  // Catches a package that can see or write to a person's folder without the person's choice.
  it('only folders that the person shares are visible, and read-only by default', async () => {
    const { host } = await packagedHost()
    const folder = await temporaryFolder()
    const [shown, written] = [join(folder, 'shown'), join(folder, 'written')]
    await Promise.all([mkdir(shown), mkdir(written)])
    const folders = [{ path: shown }, { path: written, writable: true }]
    const args = [shown, written, folder]
    const { body } = await host.rest('POST', '/mcp/packages', {
      ...asked,
      package: { ...asked.package, args },
      folders,
    })
    expect(host.runtime.newest(body.id).spec.folders).toEqual([
      { from: shown, path: shown, isReadOnly: true },
      { from: written, path: written, isReadOnly: false },
    ])
  })

  // Catches arguments that can never be corrected, a secret in them that is shown or lost, and a package that is
  // needlessly installed again.
  it('its arguments are changed, with their secrets hidden, and the change is undone', async () => {
    const { host, base } = await packagedHost()
    const args = ['--token', 'secret-of-notes', '--root', '/a']
    await host.rest('POST', '/mcp/packages', { ...asked, package: { ...asked.package, args } })
    const { body: setup } = await host.rest('GET', '/mcp/servers/notes/setup')
    const hidden = setup.package_args[1]
    expect(setup.package_args).toEqual(['--token', hidden, '--root', '/a'])
    expect(JSON.stringify(setup)).not.toContain('secret-of-notes')
    const change = { package_args: ['--token', hidden, '--root', '/b c'] }
    const preview = await host.rest('POST', '/mcp/servers/notes/change-preview', { change })
    expect(preview.body).toMatchObject({ restarts: true, differences: [{ field: 'package_args' }] })
    expect(preview.body.differences[0].after).toMatch(/ --root '\/b c'$/)
    const changed = await host.rest('POST', '/mcp/servers/notes/change', { change })
    expect(changed.body).toMatchObject({ state: 'ready', error: null })
    const command = () => host.runtime.newest(changed.body.id).spec.command?.slice(2)
    expect(command()).toEqual(['--token', 'secret-of-notes', '--root', '/b c'])
    const other = { package_args: ['--token', 'another-secret', '--root', '/b c'] }
    const secret = await host.rest('POST', '/mcp/servers/notes/change-preview', { change: other })
    expect(secret.body.differences).toMatchObject([{ field: 'package_args' }])
    expect(JSON.stringify(secret.body)).not.toMatch(/another-secret|secret-of-notes/)
    await host.rest('POST', '/mcp/servers/notes/change', { change: other })
    expect(command()).toEqual(['--token', 'another-secret', '--root', '/b c'])
    await host.rest('POST', '/mcp/servers/notes/undo-change')
    expect(command()).toEqual(['--token', 'secret-of-notes', '--root', '/b c'])
    expect(base.installed).toHaveLength(1)
  })

  it('a server of an image has no arguments to change', async () => {
    const { host } = await packagedHost()
    await host.register()
    const refused = await host.rest('POST', '/mcp/servers/notes/change', { change: { package_args: ['x'] } })
    expect(refused).toMatchObject({ status: 400, body: { data: { path: 'package_args' } } })
  })

  it('a newer version is reported, and installed by a change that can be undone', async () => {
    const { host, base, versions } = await packagedHost()
    const { body } = await host.rest('POST', '/mcp/packages', asked)
    expect((await host.rest('GET', '/mcp/packages/updates')).body).toEqual([
      { id: body.id, slug: 'notes', package: { registry: 'npm', name, version: '1.0.0' }, newest: '1.1.0' },
    ])
    const change = { package_version: '1.1.0' }
    expect((await host.rest('POST', '/mcp/servers/notes/change-preview', { change })).body.differences).toEqual([
      { field: 'package_version', before: '1.0.0', after: '1.1.0' },
    ])
    expect((await host.rest('POST', '/mcp/servers/notes/change', { change })).body.package.version).toBe('1.1.0')
    expect((await host.rest('GET', '/mcp/packages/updates')).body).toEqual([])
    // The former version stays installed for an undo.
    expect(packageVolumes(host)).toHaveLength(2)
    expect((await host.rest('POST', '/mcp/servers/notes/undo-change')).body.package.version).toBe('1.0.0')
    expect(base.installed).toEqual([`${name}@1.0.0`, `${name}@1.1.0`])
    versions[name]?.push('1.2.0')
    await host.rest('POST', '/mcp/servers/notes/change', { change: { package_version: '1.2.0' } })
    await expect.poll(() => packageVolumes(host)).toHaveLength(2)
  })
})

describe('a server that npx starts, run isolated', () => {
  const launch = {
    transport: 'stdio',
    command: 'npx',
    args: ['-y', `${name}@1.0.0`, '/nowhere'],
    env: { API_KEY: 'secret-of-notes' },
  }

  it('stays the same server, and returns to its former settings', async () => {
    const { host } = await packagedHost()
    const folder = await temporaryFolder()
    const args = ['-y', `${name}@1.0.0`, folder]
    await host.rest('POST', '/servers', { name: 'Notes', launch: { ...launch, args }, enabled: false })
    const preview = await host.rest('GET', '/mcp/servers/notes/isolation')
    expect(preview.body).toEqual({
      name: 'Notes',
      package: { registry: 'npm', name, version: '1.0.0' },
      image: 'node:22-slim',
      installs: `npm install --ignore-scripts ${name}@1.0.0`,
      before: ['npx', ...args],
      environment_names: ['API_KEY'],
      folders: [folder],
    })
    await host.engine.servers.setEnabled('notes', true)
    const isolated = await host.rest('POST', '/mcp/servers/notes/isolate', {
      asked: { version: '1.0.0', network: { mode: 'none' }, folders: [{ path: folder }] },
    })
    expect(isolated).toMatchObject({
      status: 200,
      body: { slug: 'notes', state: 'ready', package: { version: '1.0.0' } },
    })
    expect(host.runtime.newest(isolated.body.id).spec).toMatchObject({
      environment: { API_KEY: 'secret-of-notes' },
      command: ['node', `${packageRoot}/run`, folder],
      folders: [{ from: folder, isReadOnly: true }],
    })
    await host.engine.servers.setEnabled('notes', false)
    expect((await host.rest('POST', '/mcp/servers/notes/release')).status).toBe(200)
    const [server] = (await host.rest('GET', '/servers')).body
    expect(server.launch).toEqual({ transport: 'stdio', command: 'npx', args, envNames: ['API_KEY'], cwd: null })
    expect((await host.rest('GET', '/mcp/servers')).body).toEqual([])
    await expect.poll(() => host.runtime.containers.size).toBe(0)
  })

  it.each([
    [{ transport: 'stdio', command: 'node', args: ['server.js'] }, 'does not run an npm or PyPI package'],
    [{ transport: 'stdio', command: 'npx', args: ['-y', 'github:owner/repo'] }, 'is not a package on npm'],
    [{ transport: 'http', url: 'http://127.0.0.1:1/mcp' }, 'does not run an npm or PyPI package'],
  ])('%j cannot be isolated, and stays unchanged', async (other, words) => {
    const { host } = await packagedHost()
    await host.rest('POST', '/servers', { name: 'Notes', launch: other, enabled: false })
    const refused = await host.rest('GET', '/mcp/servers/notes/isolation')
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(refused.body.message).toContain(words)
  })

  it('a failed installation leaves the process unchanged', async () => {
    const { host, base } = await packagedHost()
    await host.rest('POST', '/servers', { name: 'Notes', launch, enabled: false })
    base.failure = 'no space left\n'
    const refused = await host.rest('POST', '/mcp/servers/notes/isolate', { asked: { version: '1.0.0' } })
    expect(refused).toMatchObject({ status: 502, body: { code: 'INSTALL_FAILED' } })
    expect((await host.rest('GET', '/servers')).body).toMatchObject([{ launch: { transport: 'stdio' } }])
    expect(host.runtime.volumes.size).toBe(0)
  })
})
