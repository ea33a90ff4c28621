/** Third-party command-line clients use the endpoint of `switchboard serve`, set up as their users do. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { serveEngine, type ServedEngine } from '#test/support/browser'
import { temporaryFolder } from '#test/support/temporaryFolder'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const binary = (name: string) => join(root, 'node_modules', '.bin', name)
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const switchboard = join(root, 'out', 'main', 'cli.js')

/** The folder of the test to which the clients write their files. */
let home: string

beforeEach(async () => {
  home = await temporaryFolder()
})

async function serve(): Promise<ServedEngine & { dataFolder: string }> {
  const dataFolder = await temporaryFolder()
  const add = ['add', 'everything', '--data', dataFolder, '--', process.execPath, everything, 'stdio']
  await run(process.execPath, [switchboard, ...add])
  const engine = await serveEngine(dataFolder, { SWITCHBOARD_TOKEN: 'token-of-the-test' })
  onTestFinished(async () => void (await engine.close()))
  return { ...engine, dataFolder }
}

async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(binary(program), args, { env: { ...process.env, HOME: home }, maxBuffer: 50_000_000 })
  return stdout
}

describe('the command line of the inspector', () => {
  it('[R10] [R14] [R16] lists and calls tools, gets prompts and reads resources', async () => {
    const { url, token } = await serve()
    const inspect = async (...args: string[]) => {
      const target = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
      return JSON.parse(await output('inspector', [...target, ...args])) as Record<string, unknown>
    }
    const { tools } = await inspect('--method', 'tools/list')
    expect(tools).toContainEqual(
      expect.objectContaining({ name: 'echo', _meta: expect.objectContaining({ 'switchboard/server': 'everything' }) }),
    )
    const called = await inspect('--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello')
    expect(JSON.stringify(called)).toContain('hello')
    expect(JSON.stringify(await inspect('--method', 'prompts/list'))).toContain('simple-prompt')
    const prompt = await inspect('--method', 'prompts/get', '--prompt-name', 'simple-prompt')
    expect(prompt).toHaveProperty('messages.0')
    const { resources } = (await inspect('--method', 'resources/list')) as { resources: { uri: string }[] }
    const [first] = resources
    expect(first?.uri).toMatch(/^resource:\/\/everything\//)
    expect(await inspect('--method', 'resources/read', '--uri', first?.uri ?? '')).toHaveProperty('contents.0')
  })

  it('[R10] [R16] works over the transport of 2024, and over the bridge that clients start', async () => {
    const { url, token, dataFolder } = await serve()
    const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'message=hello']
    const sse = ['--cli', `${url}/sse`, '--transport', 'sse', '--header', `Authorization: Bearer ${token}`]
    expect(await output('inspector', [...sse, ...call])).toContain('hello')
    const bridge = ['--cli', '-e', `SWITCHBOARD_DATA=${dataFolder}`, process.execPath, switchboard, 'stdio']
    expect(await output('inspector', [...bridge, ...call])).toContain('hello')
  })

  it('is told that its token is wrong, and not that the endpoint is broken', async () => {
    const { url } = await serve()
    const target = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', 'Authorization: Bearer wrong']
    await expect(output('inspector', [...target, '--method', 'tools/list'])).rejects.toThrow(
      /auth_required|nauthorized/,
    )
  })
})

describe('mcporter', () => {
  it('[R10] [R16] lists and calls tools from its own configuration file', async () => {
    const { url, token } = await serve()
    const config = join(home, 'mcporter.json')
    const headers = { Authorization: `Bearer ${token}` }
    await writeFile(
      config,
      JSON.stringify({ mcpServers: { switchboard: { url: `${url}/mcp`, headers } }, imports: [] }),
    )
    const port = (...args: string[]) => output('mcporter', ['--config', config, ...args])
    const listed = JSON.parse(await port('list', 'switchboard', '--json')) as { tools: { name: string }[] }
    expect(listed.tools.map(({ name }) => name)).toContain('echo')
    expect(await port('call', 'switchboard.echo', 'message=hello')).toContain('hello')
  })
})
