/** The headless entry is plain Node. The tests check the built code while it runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listFiles, readText, repository } from '#test/architecture/repository'
import { startRemote } from '#test/servers/remote'
import { patience } from '#test/support/patience'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { temporaryFolder } from '#test/support/temporaryFolder'

const isElectron = (address: string) => /^electron(\/|$)|node_modules\/electron(-store|-updater)?\//.test(address)

type Use = (rest: (method: string, path: string, body?: unknown) => Promise<unknown>) => Promise<void>

async function modulesOfServe(use: Use = () => Promise.resolve()): Promise<string[]> {
  const entry = join(repository, 'out', 'main', 'cli.js')
  if (!existsSync(entry)) throw new Error('Run `npm run build` first: this test runs the built code.')
  const folder = await temporaryFolder()
  const record = join(folder, 'modules.txt')
  const recorder = join(import.meta.dirname, 'recordModules.mjs')
  const child = spawn(process.execPath, ['--import', recorder, entry, 'serve', '--port', '0', '--json'], {
    env: {
      PATH: process.env['PATH'],
      SWITCHBOARD_DATA: join(folder, 'data'),
      SWITCHBOARD_TOKEN: 'token-of-the-test',
      RECORD_MODULES: record,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  // A request makes the engine load the code behind the contract.
  const { url } = JSON.parse(String(line)) as { url: string }
  const headers = { authorization: 'Bearer token-of-the-test', 'content-type': 'application/json' }
  const rest: Parameters<Use>[0] = async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json()
  }
  await rest('GET', '/projects')
  await use(rest)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  return [...new Set(readFileSync(record, 'utf8').trimEnd().split('\n'))]
}

test('`serve` loads no Electron module, because a server has no Electron', async () => {
  const modules = await modulesOfServe()
  expect(modules.filter(isElectron)).toEqual([])
  // Proves that the recorder saw all parts: the store, the engine, the contract and the contract's wires.
  const parts = ['/libsql/', '/startHost-', '/handlers-', '/wires-']
  expect(parts.filter((part) => !modules.some((address) => address.includes(part)))).toEqual([])
})

// Catches an import that makes every start load the chat: about 130 KB to compile, and all of fetch.
test("the build has Anthropic's SDK in one chunk, which `serve` does not load before the chat is used", async () => {
  const built = reachable('out/main/cli.js').filter((file) => /X-Stainless/i.test(readBuilt(file)))
  expect(built).toEqual([expect.stringMatching(/^out\/main\/chunks\/messagesClient-[^/]+\.js$/)])
  const modules = await modulesOfServe()
  expect(modules.filter((address) => built.some((file) => address.endsWith(file)))).toEqual([])
})

// Catches an import that makes every start load TLS (ADR 16). Node would compile eight more of its own modules.
test('`serve` loads nothing that speaks TLS before something needs it', async () => {
  const modules = await modulesOfServe()
  expect(modules).toContain('node:http')
  expect(modules.filter((address) => ['node:https', 'node:tls'].includes(address))).toEqual([])
})

// Catches an import that makes every start load the SDK, which costs 25 MB of memory and a tenth of a second.
test('the MCP SDK is in a chunk that `serve` does not load before a person signs in to a server', async () => {
  const isSdk = (text: string) => text.includes('does not implement saveDiscoveryState')
  const built = reachable('out/main/cli.js').filter((file) => isSdk(readBuilt(file)))
  expect(built).toHaveLength(1)
  const loaded = (modules: readonly string[]) => modules.some((address) => address.endsWith(built[0] ?? 'none'))
  const add = (name: string, url: string) => ({ name, launch: { transport: 'http', url } })
  const state = async (rest: Parameters<Use>[0], slug: string) => {
    const servers = (await rest('GET', '/servers')) as { slug: string; signIn: string; state: { kind: string } }[]
    return servers.find((server) => server.slug === slug)
  }
  const open = await startRemote()
  onTestFinished(() => open.close())
  const withoutSignIn = await modulesOfServe(async (rest) => {
    await rest('POST', '/servers', add('open', open.url))
    await vi.waitFor(
      async () => expect(await state(rest, 'open')).toMatchObject({ state: { kind: 'ready' } }),
      patience,
    )
    await rest('POST', '/tools/call', { name: 'echo', arguments: {} })
  })
  expect(loaded(withoutSignIn)).toBe(false)
  const issuer = await issuerForTest()
  const closed = await protectedForTest({ issuer })
  const withSignIn = await modulesOfServe(async (rest) => {
    await rest('POST', '/servers', add('closed', closed.url))
    await vi.waitFor(async () => expect(await state(rest, 'closed')).toMatchObject({ signIn: 'needed' }), patience)
    await rest('POST', '/servers/closed/sign-in')
  })
  expect(loaded(withSignIn)).toBe(true)
})

test('the chunks that `serve` may load later do not name Electron', () => {
  const built = reachable('out/main/cli.js').concat(reachable('out/main/reaper.js'))
  expect(built.length).toBeGreaterThan(1)
  const specifiers = built.flatMap((file) => specifiersOf(readBuilt(file)))
  expect(specifiers.filter(isElectron)).toEqual([])
})

// The chunks are loaded from their stored compiled form (ADR 16), in which `import()` fails. The word `import` in a
// package's texts does not count.
test('the built code loads modules only with `require`', () => {
  const chunks = listBuilt('out/main/chunks')
  expect(chunks.length).toBeGreaterThan(10)
  expect(chunks.filter((file) => /(?<![\w.$`])import\(/.test(readBuilt(file)))).toEqual([])
})

test('[R30] only the files of the desktop host and the preload import Electron', () => {
  const importers = listFiles('src').filter(
    (file) => /\.tsx?$/.test(file) && specifiersOf(readText(file)).some(isElectron),
  )
  const elsewhere = importers.filter((file) => !/^src\/(main\/electron\/|main\/desktop\.ts$|preload\/)/.test(file))
  expect(elsewhere).toEqual([])
})

function listBuilt(folder: string): string[] {
  return readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`)
}

function readBuilt(file: string): string {
  return readFileSync(join(repository, file), 'utf8')
}

/** Returns the built files that an entry reaches by static or dynamic imports. */
function reachable(entry: string): string[] {
  const found = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const folder = file.slice(0, file.lastIndexOf('/'))
    const relatives = specifiersOf(readBuilt(file)).filter((specifier) => specifier.startsWith('.'))
    // Bundled packages contain example imports in their comments, so only existing files count.
    waiting.push(
      ...relatives
        .map((specifier) => join(folder, specifier))
        .filter((path) => path.endsWith('.js') && existsSync(join(repository, path))),
    )
  }
  return [...found]
}

function specifiersOf(text: string): string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? [])
}
