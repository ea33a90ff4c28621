/**
 * The built engine is killed at each step of a sign-in and of a refresh, while the issuer holds its answer. The next
 * engine is signed in, or says that it is not. No refresh token is ever used twice.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { authorize, visit } from '#test/support/signIn/browser'
import { type ServedEngine, serveEngine } from '#test/support/browser'
import { lies } from '#test/support/signIn/answers'
import { type Issuer, type IssuerEndpoint, issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest, type ProtectedServer } from '#test/support/signIn/protectedServer'
import { patience } from '#test/support/patience'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface Answer {
  readonly state?: string
  readonly authorizationUrl?: string
  readonly code?: string
  readonly content?: { readonly text: string }[]
}

interface Scene {
  readonly issuer: Issuer
  readonly server: ProtectedServer
  readonly rest: (method: string, path: string, body?: unknown) => Promise<Answer>
  readonly becomes: (state: string) => Promise<void>
  /** Kills the engine, and starts it again on the same folder. */
  readonly crash: () => Promise<void>
}

const held = new Promise<never>(() => undefined)

async function openScene(): Promise<Scene> {
  const issuer = await issuerForTest()
  const server = await protectedForTest({ issuer })
  const folder = await temporaryFolder()
  const start = () => serveEngine(folder, { SWITCHBOARD_VAULT_KEY: 'key of the test', SWITCHBOARD_DATA: undefined })
  const running: { engine: ServedEngine } = { engine: await start() }
  onTestFinished(() => running.engine.kill())
  const rest: Scene['rest'] = async (method, path, body) => {
    const { url, token } = running.engine
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Answer
  }
  const crash = async () => {
    await running.engine.kill()
    running.engine = await start()
  }
  const becomes = (state: string) =>
    vi.waitFor(async () => expect(await rest('GET', '/servers/far/sign-in')).toMatchObject({ state }), patience)
  await rest('POST', '/servers', { name: 'far', launch: { transport: 'http', url: server.url } })
  await becomes('needed')
  return { issuer, server, rest, becomes, crash }
}

async function signIn({ rest, becomes }: Scene): Promise<void> {
  const { authorizationUrl = '' } = await rest('POST', '/servers/far/sign-in')
  await visit((await authorize(authorizationUrl)) ?? '')
  await becomes('signedIn')
}

const call = (scene: Scene) => scene.rest('POST', '/tools/call', { name: 'whoami', arguments: {} })

/** Waits until the server is ready, or needs a sign-in. */
const settled = ({ rest }: Scene) =>
  vi.waitFor(async () => {
    const { state = '' } = await rest('GET', '/servers/far/sign-in')
    const [server] = (await rest('GET', '/servers')) as unknown as { state: { kind: string } }[]
    if (state !== 'needed' && server?.state.kind !== 'ready') throw new Error(JSON.stringify([state, server?.state]))
    return state
  }, patience)

/** Asserts that the reported state is true, and that a person can continue from there. */
async function goOn(scene: Scene) {
  const { issuer } = scene
  // A server whose tools are known starts when it is used.
  let answer = await call(scene)
  if (answer.content === undefined) {
    if ((await settled(scene)) === 'needed') await signIn(scene)
    await settled(scene)
    answer = await call(scene)
  }
  const { reuses, revokedFamilies } = issuer.grants
  return { text: answer.content?.[0]?.text, reuses, revokedFamilies }
}

const unharmed = { text: expect.stringContaining('client-') as string, reuses: 0, revokedFamilies: 0 }

describe('killed during a sign-in', () => {
  const steps: readonly IssuerEndpoint[] = ['metadata', 'register']
  it.each(steps)('while the issuer is asked for %s', async (endpoint) => {
    const scene = await openScene()
    const asked = scene.issuer.hearing.of(endpoint).length
    scene.issuer.lie(endpoint, lies.heldBefore(held))
    const begun = scene.rest('POST', '/servers/far/sign-in').catch(() => undefined)
    await scene.issuer.hearing.seen(endpoint, asked + 1)
    scene.issuer.lie(endpoint)
    await scene.crash()
    await begun
    expect(await goOn(scene)).toEqual(unharmed)
  })

  it('while the person is in the browser, and nothing accepts the late callback', async () => {
    const scene = await openScene()
    const { authorizationUrl = '' } = await scene.rest('POST', '/servers/far/sign-in')
    const address = (await authorize(authorizationUrl)) ?? ''
    await scene.crash()
    await expect(visit(address)).rejects.toThrow()
    expect(await scene.rest('POST', '/servers/far/sign-in/callback', { url: address })).toHaveProperty('code')
    expect(scene.issuer.hearing.of('token')).toEqual([])
    expect(await goOn(scene)).toEqual(unharmed)
  })

  it.each([
    ['before', lies.heldBefore(held)],
    ['after', lies.heldAfter(held)],
  ])('while the code is exchanged, %s the issuer has accepted the code', async (_title, lie) => {
    const scene = await openScene()
    const { authorizationUrl = '' } = await scene.rest('POST', '/servers/far/sign-in')
    scene.issuer.lie('token', lie)
    const visited = visit((await authorize(authorizationUrl)) ?? '').catch(() => undefined)
    await scene.issuer.hearing.seen('token', 1)
    scene.issuer.lie('token')
    await scene.crash()
    await visited
    expect(await goOn(scene)).toEqual(unharmed)
  })

  it('right after the tokens have come', async () => {
    const scene = await openScene()
    const { authorizationUrl = '' } = await scene.rest('POST', '/servers/far/sign-in')
    const visited = visit((await authorize(authorizationUrl)) ?? '').catch(() => undefined)
    await scene.issuer.hearing.seen('token', 1)
    await scene.crash()
    await visited
    expect(await goOn(scene)).toEqual(unharmed)
  })
})

describe('killed during a refresh', () => {
  it.each([
    ['before the issuer has taken the token', lies.heldBefore(held)],
    ['after the issuer has taken the token', lies.heldAfter(held)],
  ])('%s', async (_title, lie) => {
    const scene = await openScene()
    await signIn(scene)
    scene.issuer.grants.endAccessTokens()
    scene.issuer.lie('token', lie)
    const called = call(scene).catch(() => undefined)
    await scene.issuer.hearing.seen('token', 2)
    scene.issuer.lie('token')
    await scene.crash()
    await called
    expect(await goOn(scene)).toEqual(unharmed)
  })

  it('right after the new tokens have come, several times in a row', async () => {
    const scene = await openScene()
    await signIn(scene)
    for (let round = 0; round < 5; round += 1) {
      const asked = scene.issuer.hearing.of('token').length
      scene.issuer.grants.endAccessTokens()
      const called = call(scene).catch(() => undefined)
      await scene.issuer.hearing.seen('token', asked + 1)
      await scene.crash()
      await called
      expect(await goOn(scene)).toEqual(unharmed)
    }
  })
})
