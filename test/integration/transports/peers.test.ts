import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '#test/integration/transports/remote'
import { type SdkServer, startV1, startV2 } from '#test/servers/remoteSdk'

describe('[R5] servers made with the SDK', () => {
  const peers: [string, () => Promise<SdkServer>, 'legacy' | 'modern'][] = [
    ['v1 with sessions', () => startV1('http'), 'legacy'],
    ['v1 over the transport of 2024', () => startV1('sse'), 'legacy'],
    ['v2 of both eras', () => startV2('stateless'), 'modern'],
    ['v2 of the modern era alone', () => startV2('reject'), 'modern'],
  ]
  it.each(peers)('%s: calls, progress and changes to the tools work', async (_title, start, era) => {
    const server = await start()
    onTestFinished(() => server.close())
    const { call, connection, lists, reaches } = connectTo(server.url)
    expect(await reaches('ready')).toMatchObject({ era })
    const echo = call('echo', { text: 'ü' })
    expect(await echo.text).toBe('{"text":"ü"}')
    expect(echo.progress).toEqual([{ progressToken: echo.id, progress: 1, total: 2 }])
    // The stream for changes is opened while the first calls are running.
    const changed = lists('other')
    const telling = setInterval(() => void server.setTool('other'), 20)
    await changed
    clearInterval(telling)
    await connection.session?.check()
    expect(connection.state.kind).toBe('ready')
  })

  it('v2 without sessions is used in the legacy era if that era is already known', async () => {
    const server = await startV2('stateless')
    onTestFinished(() => server.close())
    const { call, reaches } = connectTo(server.url, { knownEra: 'legacy' })
    expect(await reaches('ready')).toMatchObject({ era: 'legacy' })
    expect(await call('echo', { a: 1 }).text).toBe('{"a":1}')
  })
})

describe('[R5] a third-party server', () => {
  it.each(['streamableHttp', 'sse'])(
    'server-everything over %s: calls and progress work, and its death is noticed',
    async (mode) => {
      const { port, end } = await startEverything(mode)
      const path = mode === 'sse' ? 'sse' : 'mcp'
      const { call, listings, reaches } = connectTo(`http://127.0.0.1:${port}/${path}`)
      expect(await reaches('ready')).toMatchObject({ era: 'legacy' })
      expect(listings[0]).toContain('echo')
      expect(await call('echo', { message: 'hello' }).text).toBe('Echo: hello')
      const long = call('trigger-long-running-operation', { duration: 0.2, steps: 4 })
      expect(await long.text).toContain('Long running operation completed')
      expect(long.progress.length).toBeGreaterThan(0)
      const dying = call('trigger-long-running-operation', { duration: 60, steps: 2 })
      await call('echo', { message: 'it is there' }).text
      await end()
      await expect(dying.text).rejects.toMatchObject({ code: 'SERVER_LOST' })
      await reaches('backingOff')
    },
  )
})

async function startEverything(mode: string): Promise<{ port: number; end: () => Promise<void> }> {
  const port = await freePort()
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const child = spawn(process.execPath, [script, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = once(child, 'exit')
  const end = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(end)
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(`port ${port}`)) resolve()
    })
  })
  return { port, end }
}

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
