/** Images that have to be fetched from a real registry on loopback, through REST. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { rawDocker } from '#test/integration/hosting/docker'
import { placeWithDocker, removeAfter, serving, type Serving } from '#test/integration/hosting/onDocker'
import { type Registry, startRegistry } from '#test/support/hosting/registry'
import { events } from '#test/support/mcpClients'
import { hasPart } from '#test/support/parts/hasPart'
import { importFolder, placeProgram } from '#test/support/parts/nodeImage'

const hasRegistry = hasPart('docker') && hasPart('registry')
const megabyte = 1024 * 1024
const minute = { timeout: 60_000 }
const usual = {
  provider: 'plain',
  network: { mode: 'none' },
  volumes: ['/data'],
  environment: { TOKEN: 'abcdefgh-123' },
}

// An MCP server written in shell, because an image with a shell has only two megabytes. A shell that reads does not
// react to SIGTERM, but one that waits does.
const shellServer = `
trap 'exit 0' TERM
exec 3<&0
while read -r line; do
  id=\${line#*'"id":'}
  id=\${id%%[,\\}]*}
  case $line in
    *'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}' ;;
    *'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"hello","inputSchema":{"type":"object"}}]}}' ;;
    *'"tools/call"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[{"type":"text","text":"from the registry"}]}}' ;;
    *'"ping"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}' ;;
    *'"id"'*) echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32601,"message":"no"}}' ;;
  esac
done <&3 &
wait
`

/**
 * Builds the image, pushes it to the registry, and removes it from the Docker Engine. Returns its name with its digest.
 */
async function pushImage({ host }: Registry, name: string, bytes: number): Promise<{ image: string; digest: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'sbi-'))
  const image = `${host}/${name}:1`
  try {
    await placeProgram(folder, '/bin/sh', 'bin/sh')
    await mkdir(join(folder, 'tmp'))
    await writeFile(join(folder, 'server'), shellServer)
    await writeFile(join(folder, 'much'), randomBytes(bytes))
    await importFolder(inject('docker') ?? '', folder, image, ['ENTRYPOINT ["/bin/sh", "/server"]'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  let said = ''
  const pushed = await rawDocker().getImage(image).push({ authconfig: {} })
  for await (const text of pushed) said += String(text)
  await rawDocker().getImage(image).remove()
  const [, digest] = /digest: (sha256:[0-9a-f]{64})/.exec(said) ?? []
  if (digest === undefined) throw new Error(`the image was not pushed: ${said}`)
  return { image, digest }
}

/** Returns the state of the engine and of the Docker Engine, which a refusal must not change. */
async function everything({ rest }: Serving, host: string) {
  const docker = rawDocker()
  const [servers, volumes, ordinary, secrets] = await Promise.all(
    ['/mcp/servers', '/mcp/volumes', '/servers', '/secrets?projectId=default'].map((path) => rest('GET', path)),
  )
  return {
    rest: [servers, volumes, ordinary, secrets].map((answer) => answer?.body),
    // Other tests use the same Docker Engine, so the list is filtered by name.
    containers: (await docker.listContainers({ all: true, filters: { name: ['switchboard-fetched'] } })).length,
    images: (await docker.listImages({ all: true })).filter((image) => JSON.stringify(image).includes(host)).length,
  }
}

it.skipIf(!hasRegistry)(
  '[R24] a missing image, named by tag or by digest, is fetched with progress',
  { timeout: 120_000 },
  async () => {
    const registry = await startRegistry()
    const { image, digest } = await pushImage(registry, 'team/notes', 24 * megabyte)
    const place = await placeWithDocker()
    removeAfter(place)
    const engine = await serving(place)
    const told = pullsOf(engine)
    const server = await engine.register({ ...usual, name: 'notes', image })
    expect(server).toMatchObject({ state: 'ready', image })
    expect(await engine.call('notes', 'hello')).toBe('from the registry')
    const pulls = await told.stop()
    expect(pulls.length).toBeGreaterThan(0)
    for (const one of pulls) expect(one).toMatchObject({ slug: 'notes', image })
    const done = pulls.map(({ doneBytes }) => doneBytes)
    expect(done).toEqual(done.toSorted((one, other) => one - other))
    expect(pulls.at(-1)?.doneBytes).toBe(pulls.at(-1)?.totalBytes)
    expect(done.at(-1)).toBeGreaterThan(24 * megabyte)

    // The server starts by digest, and restarts without the registry, because an image that is present is not fetched.
    const byDigest = image.replace(/:1$/, `@${digest}`)
    expect(await engine.register({ ...usual, name: 'exact', image: byDigest })).toMatchObject({ state: 'ready' })
    await registry.stop()
    expect(await engine.rest('POST', '/mcp/servers/notes/restart')).toMatchObject({ body: { state: 'ready' } })
  },
)

it.skipIf(!hasRegistry)(
  '[R24] an unavailable image is refused with the reason, and leaves nothing behind',
  { timeout: 120_000 },
  async () => {
    const registry = await startRegistry()
    const { image, digest } = await pushImage(registry, 'team/whole', megabyte)
    const { image: broken } = await pushImage(registry, 'team/broken', 3 * megabyte)
    await spoilLargest(registry)
    const place = await placeWithDocker()
    removeAfter(place)
    const engine = await serving(place)
    const other = digest.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const { host } = registry
    const before = await everything(engine, host)
    const refused = async (asked: string, words: RegExp) => {
      const answer = await engine.rest('POST', '/mcp/servers', { ...usual, name: 'fetched', image: asked })
      expect({ asked, answer }).toMatchObject({
        asked,
        answer: { status: 422, body: { code: 'IMAGE_NOT_FOUND', status: 422 } },
      })
      expect(answer.body.message).toContain(asked)
      expect(answer.body.message).toMatch(words)
      expect(await everything(engine, host)).toEqual(before)
    }
    await refused(`${host}/team/nothing:1`, /does not exist: .*(not found|unknown)/)
    await refused(`${host}/team/whole:2`, /does not exist: .*(not found|unknown)/)
    await refused(image.replace(/:1$/, `@${other}`), /does not exist: .*(not found|unknown)/)
    await refused(broken, /does not match its digest: /)
    await registry.stop()
    await refused(`${host}/team/whole:3`, /its registry cannot be reached: .*connection refused/)
    await refused('nowhere.invalid/team/whole:1', /its registry cannot be reached: /)
  },
)

// Catches a registry that keeps a server waiting, so that the server cannot be removed and the engine cannot exit.
it.skipIf(!hasRegistry)(
  '[R24] [R26] a registry that never answers delays neither a removal nor the exit of the engine',
  { timeout: 120_000 },
  async () => {
    const silent = await silentRegistry()
    const place = await placeWithDocker()
    removeAfter(place)
    const engine = await serving(place)
    const register = (name: string) =>
      engine.rest('POST', '/mcp/servers', { ...usual, name, image: `${silent.host}/team/notes:1` })
    const registered = register('first')
    await expect.poll(() => silent.asked(), minute).toBeGreaterThan(0)
    expect(await engine.get('first')).toMatchObject({ state: 'creating', status: 'restarting' })
    expect(await engine.rest('DELETE', '/mcp/servers/first?volumes=true')).toEqual({ status: 200, body: {} })
    expect(await registered).toMatchObject({ status: 404 })

    const before = silent.asked()
    const pending = register('second').catch(() => null)
    await expect.poll(() => silent.asked(), minute).toBeGreaterThan(before)
    engine.child.kill('SIGTERM')
    expect((await engine.outcome).code).toBe(0)
    await pending
  },
)

interface Pulling {
  readonly type: string
  readonly slug: string
  readonly image: string
  readonly doneBytes: number
  readonly totalBytes: number | null
}

/** Collects the reported progress of image fetches until it is stopped. */
function pullsOf({ ready }: Serving) {
  const ended = new AbortController()
  const told: Pulling[] = []
  const follow = async () => {
    const response = await fetch(`${ready.url}/api/v1/events`, {
      headers: { authorization: `Bearer ${ready.token}`, accept: 'text/event-stream' },
      signal: ended.signal,
    })
    for await (const batch of events(response))
      if (Array.isArray(batch)) told.push(...(batch as Pulling[]).filter(({ type }) => type === 'hosting.pulling'))
  }
  const followed = follow().catch(() => undefined)
  return {
    stop: async () => {
      ended.abort()
      await followed
      return told
    },
  }
}

/** Changes one byte of the largest layer, as an old disk or an attacker might. */
async function spoilLargest({ folder }: Registry): Promise<void> {
  const names = (await readdir(join(folder, 'images'), { recursive: true })).filter((name) => name.endsWith('/data'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'images', name))).size))
  const largest = names[sizes.indexOf(Math.max(...sizes))] ?? ''
  const file = await open(join(folder, 'images', largest), 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, megabyte)
  await file.write(Buffer.of((buffer[0] ?? 0) ^ 255), 0, 1, megabyte)
  await file.close()
}

/** Starts a registry that accepts connections and sends nothing. */
async function silentRegistry() {
  const sockets = new Set<Socket>()
  let asked = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', () => asked++)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}
