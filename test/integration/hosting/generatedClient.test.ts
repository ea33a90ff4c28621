/**
 * A client that is generated from the OpenAPI document drives the REST API of hosted servers. The client is compiled
 * strictly, then run.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { expect, it } from 'vitest'
import { placeWithDocker, removeAfter, serving } from '#test/integration/hosting/onDocker'
import { hasPart } from '#test/support/parts/hasPart'
import { temporaryFolder } from '#test/support/temporaryFolder'

const root = join(import.meta.dirname, '..', '..', '..')

/**
 * A program that was written from the document alone. It calls the generated functions with the inputs and outputs that
 * the document describes.
 */
const driver = `
import { Api } from './api'

export async function drive(baseUrl: string, token: string) {
  const api = new Api({ baseUrl: baseUrl + '/api/v1', baseApiParams: { headers: { authorization: 'Bearer ' + token } } })
  const made = (await api.mcp.hostingRegister({
    name: 'generated',
    image: 'hosted-notes:1',
    stdio_bridge: true,
    restart_policy: 'always',
    environment: { API_KEY: 'a-value-of-the-client' },
    volumes: ['/data'],
    resource_limits: { cpu: '1', memory: '256M' },
    provider: 'plain',
    network: { mode: 'none' },
  })).data
  const id: string = made.id
  const called = (await api.mcp.hostingCall(id, { method: 'tools/call', params: { name: 'variable', arguments: { name: 'API_KEY' } } })).data
  const one = (await api.mcp.hostingGet(id)).data
  const all = (await api.mcp.hostingList()).data
  const again = (await api.mcp.hostingRestart(id)).data
  const logs = (await api.mcp.hostingLogs(id, { tail: 5 })).data
  const volumes = (await api.mcp.hostingVolumes()).data
  const [volume] = volumes
  const tar = await api.mcp.hostingBackup(volume.name, { format: 'arrayBuffer' })
  const refused = await api.mcp.hostingRegister({ name: 'other', image: 'Not An Image' }).then(() => null, (error) => error)
  const unknown = await api.mcp.hostingGet('nowhere').then(() => null, (error) => error)
  await api.mcp.hostingRemove(id)
  await api.mcp.hostingRemoveVolume(volume.name)
  const crash: string | null = one.last_crash === null ? null : one.last_crash.at
  return {
    made, called, crash, logs,
    status: one.status, uptime: one.uptime_seconds, cpu: one.usage?.cpu_percent ?? null, memory: one.usage?.memory_bytes ?? null,
    listed: all.map(({ slug, image, status }) => ({ slug, image, status })),
    again: { container: again.container_id, restarts: again.restart_count },
    volume: { path: volume.path, inUse: volume.in_use },
    tar: (tar.data as unknown as ArrayBuffer).byteLength,
    refused: { status: refused?.status, error: refused?.error },
    unknown: { status: unknown?.status, error: unknown?.error },
    left: (await api.mcp.hostingList()).data.length + (await api.mcp.hostingVolumes()).data.length,
  }
}
`

// Catches a document that differs from the answers, or from which a generator cannot make types.
it.skipIf(!hasPart('docker'))(
  '[R24] [R25] [R26] [R27] [R28] [R29] a generated client drives hosted servers',
  { timeout: 120_000 },
  async () => {
    const place = await placeWithDocker()
    removeAfter(place)
    const { ready } = await serving(place)
    const document = await fetch(`${ready.url}/api/openapi.json`, {
      headers: { authorization: `Bearer ${ready.token}` },
    })
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'openapi.json'), await document.text())
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await generateApi({
      input: join(folder, 'openapi.json'),
      output: folder,
      fileName: 'api.ts',
      generateUnionEnums: true,
      moduleNameFirstTag: false,
      silent: true,
    })
    await writeFile(join(folder, 'drive.ts'), driver)
    await compile(folder)
    const module = (await import(pathToFileURL(join(folder, 'out', 'drive.js')).href)) as {
      drive(baseUrl: string, token: string): Promise<Record<string, unknown>>
    }
    const told = await module.drive(ready.url, ready.token)
    expect(told).toMatchObject({
      made: { slug: 'generated', state: 'ready', status: 'running', provider: 'plain', environment_names: ['API_KEY'] },
      called: { result: { content: [{ type: 'text', text: 'a-value-of-the-client' }] } },
      crash: null,
      status: 'running',
      listed: [{ slug: 'generated', image: 'hosted-notes:1', status: 'running' }],
      again: { restarts: 0 },
      volume: { path: '/data', inUse: true },
      refused: { status: 400, error: { code: 'INVALID_INPUT' } },
      unknown: { status: 404, error: { code: 'NOT_FOUND' } },
      left: 0,
    })
    expect(told['memory']).toBeGreaterThan(1_000_000)
    expect(told['tar']).toBeGreaterThan(511)
  },
)

async function compile(folder: string): Promise<void> {
  const options = [
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2024',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ]
  const files = [join(folder, 'drive.ts'), join(folder, 'api.ts')]
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const lib = ['--lib', 'es2024,dom,dom.iterable', '--types', '', '--ignoreConfig']
  await promisify(execFile)(tsc, [...options, ...lib, '--outDir', join(folder, 'out'), ...files], {
    cwd: folder,
  }).catch((thrown: { readonly stdout?: string }) => {
    throw new Error(`the generated client does not compile:\n${thrown.stdout ?? ''}`)
  })
}
