/** Clients, the gateway, a real engine, and a remote server that requires a sign-in. */
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newProject } from '#contract/project'
import { type ConnectionState, newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { connectV1, connectV2 } from '#test/support/mcpClients'
import { recordingLog } from '#test/support/recordingLog'
import { signInByBrowser } from '#test/support/signIn/browser'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { memoryVault } from '#test/support/signIn/room'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'

const visits = { capabilities: { elicitation: { url: {} } } }

async function reaches(engine: Engine, slug: string, kind: ConnectionState['kind']) {
  await vi.waitFor(() => expect(engine.registry.get(slug).state.kind).toBe(kind), { timeout: 20_000 })
}

/** Starts an engine with one server, `notion`, at a protected address. */
async function open() {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const log = recordingLog()
  const vault = memoryVault()
  const ports = { ...testPorts(await temporaryFolder()), log, vault }
  const engine = await startTestEngine({ notion: { launch: { transport: 'http', url: server.url } } }, ports)
  const account = engine.registry.wholeOf('notion').definition.id
  const signIn = async () => {
    const address = await engine.signIns.begin(account)
    if (address === null) throw new Error('the sign-in gave no address to open')
    await signInByBrowser(address)
  }
  return { issuer, server, engine, account, signIn, log, vault, ports }
}

async function openSignedIn() {
  const opened = await open()
  await reaches(opened.engine, 'notion', 'failed')
  await opened.signIn()
  await reaches(opened.engine, 'notion', 'ready')
  return { ...opened, url: await openDoor(opened.engine) }
}

describe('a server that requires a sign-in', () => {
  it('says so without opening a page, waits for a person, and starts by itself after the sign-in', async () => {
    const { issuer, engine, signIn } = await open()
    await reaches(engine, 'notion', 'failed')
    const { state, signIn: kind } = engine.registry.get('notion')
    expect(kind).toBe('needed')
    expect(state).toMatchObject({
      error: {
        code: 'SIGN_IN_REQUIRED',
        message: 'notion needs a sign-in. Sign in on its page in Switchboard, or run: switchboard sign-in notion',
      },
    })
    expect([issuer.hearing.of('register').length, issuer.hearing.of('authorize').length]).toEqual([0, 0])
    await signIn()
    await reaches(engine, 'notion', 'ready')
    expect(engine.registry.get('notion').signIn).toBe('signedIn')
  })

  it('is signed in after an engine restart, without a person', async () => {
    const { issuer, engine, ports } = await openSignedIn()
    await engine.close()
    const again = await createEngine(ports)
    onTestFinished(() => again.close())
    again.registry.restart('notion')
    await reaches(again, 'notion', 'ready')
    expect([issuer.hearing.of('token').length, again.registry.get('notion').signIn]).toEqual([1, 'signedIn'])
  })

  it('stays up when the sign-in ends; its calls say what to do until a person signs in again', async () => {
    const { engine, url, account, signIn } = await openSignedIn()
    const client = await connectV2(url, 'modern')
    onTestFinished(() => client.close())
    await engine.signIns.end(account)
    await expect(client.callTool({ name: 'echo' })).rejects.toMatchObject({
      code: 502,
      message: expect.stringContaining('switchboard sign-in notion') as string,
      data: { code: 'SIGN_IN_REQUIRED' },
    })
    expect(engine.registry.get('notion')).toMatchObject({ state: { kind: 'ready' }, signIn: 'needed' })
    await signIn()
    expect(await client.callTool({ name: 'echo' })).toMatchObject({ content: [{ type: 'text' }] })
  })

  it('does not share its sign-in: another server at the same address has its own', async () => {
    const { server, engine } = await openSignedIn()
    const { id: projectId } = await engine.projects.add(newProject.parse({ name: 'Other' }))
    const launch = { transport: 'http', url: server.url } as const
    await engine.servers.add(newServer.parse({ name: 'second', launch, projectId }))
    await reaches(engine, 'second', 'failed')
    expect([engine.registry.get('notion').signIn, engine.registry.get('second').signIn]).toEqual(['signedIn', 'needed'])
    expect(await engine.union.equal()).toEqual([])
  })

  it('does not ask for a sign-in if its settings have a header', async () => {
    const { engine, server } = await open()
    const launch = { transport: 'http', url: server.url, headers: { Authorization: 'Bearer own' } } as const
    await engine.servers.update('notion', { launch })
    await reaches(engine, 'notion', 'failed')
    await vi.waitFor(() => expect(server.authorizations).toContain('Bearer own'))
    expect(engine.registry.get('notion').state).toMatchObject({
      error: { message: expect.stringContaining('did not accept the configured header') as string },
    })
  })

  it('[R31] stores its settings’ secrets in the vault, and they are filled in when the server is used', async () => {
    const clients = [{ id: 'machine', secret: 'secret-of-the-client' }]
    const issuer = await issuerForTest({ clients })
    const server = await protectedForTest({ issuer })
    const vault = memoryVault()
    const auth = { grant: 'client-credentials', clientId: 'machine', clientSecret: 'secret-of-the-client' } as const
    const engine = await startTestEngine({ far: { launch: { transport: 'http', url: server.url, auth } } }, { vault })
    await reaches(engine, 'far', 'ready')
    const { launch } = engine.registry.wholeOf('far').definition
    expect(launch).toMatchObject({ auth: { clientId: 'machine', clientSecret: '${far.clientSecret}' } })
    expect([...vault.items.values()]).toContain('secret-of-the-client')
    expect([engine.registry.get('far').signIn, issuer.count('client_credentials')]).toEqual(['signedIn', 1])
  })

  it('leaves nothing in the vault once it is removed', async () => {
    const { engine, vault } = await openSignedIn()
    await engine.servers.remove('notion')
    await engine.close()
    expect([...vault.items.keys()].filter((name) => name.startsWith('sign-in/'))).toEqual([])
  })
})

describe('a call that meets the end of a sign-in', () => {
  it.each(['legacy', 'modern'] as const)(
    '[R16] asks the person of a %s client to open the page, and continues after the sign-in',
    async (era) => {
      const { engine, server, url, account } = await openSignedIn()
      const client = await connectV2(url, era, visits)
      onTestFinished(() => client.close())
      const asked: string[] = []
      client.setRequestHandler('elicitation/create', async ({ params }) => {
        const page = 'url' in params ? params.url : ''
        asked.push(page)
        await signInByBrowser(page)
        return { action: 'accept' }
      })
      await engine.signIns.end(account)
      const before = server.of('tools/call').length
      expect(await client.callTool({ name: 'echo', arguments: { a: 1 } })).toMatchObject({
        content: [{ type: 'text', text: '{"a":1}' }],
      })
      expect(asked).toHaveLength(1)
      // Calls that were refused without a sign-in never reached the server.
      expect(server.of('tools/call').length - before).toBeLessThanOrEqual(2)
    },
  )

  it('[R16] asks a client of the older line in the same way', async () => {
    const { engine, url, account } = await openSignedIn()
    const client = await connectV1(url, visits)
    onTestFinished(() => client.close())
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      await signInByBrowser('url' in params ? params.url : '')
      return { action: 'accept' }
    })
    await engine.signIns.end(account)
    expect(await client.callTool({ name: 'echo' })).toMatchObject({ content: [{ type: 'text', text: '{}' }] })
  })

  it('[R16] also waits for the sign-in of a server that cannot start without it', async () => {
    const { engine, url, account } = await openSignedIn()
    await engine.signIns.end(account)
    engine.registry.restart('notion')
    await reaches(engine, 'notion', 'failed')
    const client = await connectV2(url, 'modern', visits)
    onTestFinished(() => client.close())
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      await signInByBrowser('url' in params ? params.url : '')
      return { action: 'accept' }
    })
    expect(await client.callTool({ name: 'echo' })).toMatchObject({ content: [{ type: 'text', text: '{}' }] })
  })

  it('ends if the person declines, and no sign-in is left open', async () => {
    const { engine, url, account } = await openSignedIn()
    const client = await connectV2(url, 'modern', visits)
    onTestFinished(() => client.close())
    client.setRequestHandler('elicitation/create', () => ({ action: 'decline' }))
    await engine.signIns.end(account)
    await expect(client.callTool({ name: 'echo' })).rejects.toMatchObject({ data: { code: 'SIGN_IN_REQUIRED' } })
    await vi.waitFor(() => expect(engine.signIns.kindOf(account)).toBe('needed'))
  })
})

describe('a token, a challenge or a secret', () => {
  // Catches a gateway that passes a token on, or makes a client start OAuth for a server that is not the client's own.
  it('stays on its side: a client’s token never goes to a server, a server’s challenge never to a client', async () => {
    const { engine, server, url, account } = await openSignedIn()
    const ask = () =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: 'Bearer token-of-the-client',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'echo',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'echo',
            arguments: {},
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      })
    expect(await (await ask()).json()).toMatchObject({ result: {} })
    await engine.signIns.end(account)
    const refused = await ask()
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([200, null])
    const text = await refused.text()
    expect(text).toContain('SIGN_IN_REQUIRED')
    expect(text).not.toMatch(/resource_metadata|Bearer/)
    expect(server.hearing.all.map(({ headers }) => JSON.stringify(headers)).join()).not.toContain('token-of-the-client')
  })

  it('[R31] never appears in a log, record, snapshot or diagnosis if it is secret', async () => {
    const { engine, server, url, issuer, account, log, vault } = await openSignedIn()
    const client = await connectV2(url, 'legacy')
    onTestFinished(() => client.close())
    await client.callTool({ name: 'echo' })
    const secrets = [
      ...server.authorizations.map((header) => header.replace('Bearer ', '')),
      ...issuer.hearing.of('token').flatMap(({ form }) => [form.get('code'), form.get('code_verifier')]),
      ...[...vault.items.values()].map((item) => /"refreshToken":"([^"]+)"/.exec(item)?.[1]),
    ].filter((text) => typeof text === 'string')
    expect(new Set(secrets).size).toBe(4)
    const diagnosis: unknown[] = []
    for await (const event of engine.doctor.examine('notion', undefined, undefined)) diagnosis.push(event)
    await vi.waitFor(async () => expect((await engine.records.list({ limit: 10 })).calls).toHaveLength(1))
    const shown = JSON.stringify([
      log.entries,
      diagnosis,
      engine.registry.list(),
      await engine.signIns.snapshotOf(account),
      await engine.records.list({ limit: 10 }),
      engine.registry.logOf('notion')?.lines(),
    ])
    for (const secret of secrets) expect(shown).not.toContain(secret)
    expect(diagnosis).toContainEqual(expect.objectContaining({ type: 'step', phase: 'signIn', outcome: 'ok' }))
  })
})
