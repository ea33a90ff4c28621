/**
 * The client of the conformance suite for sign-ins: an engine with the server at the address in the last argument. It
 * signs in as often as the server requires, and calls the server's tool. It also plays the person in the browser.
 */
import { AppError } from '#contract/errors'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { openSignInEngine } from '#test/integration/signIn/signInEngine'
import { authorize } from '#test/support/signIn/browser'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

/** Credentials that a scenario provides beforehand. */
interface Context {
  readonly client_id?: string
  readonly client_secret?: string
  readonly private_key_pem?: string
  readonly idp_client_id?: string
  readonly idp_id_token?: string
  readonly idp_token_endpoint?: string
}

const slug = 'far'
const maxSignIns = 3
const url = process.argv.at(-1) ?? ''
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context
const say = (...what: readonly unknown[]) =>
  process.stdout.write(`${what.map((one) => JSON.stringify(one)).join(' ')}\n`)

const folder = await makeTemporaryFolder()
const { engine, client, add, state, call } = await openSignInEngine(folder.path)
try {
  if (scenario === 'auth/basic-cimd')
    await client.settings.update({ signInClientDocument: 'https://conformance-test.local/client-metadata.json' })
  await add(slug, url, { auth: settingsOf(context) })
  await signInWhileAsked()
} finally {
  await engine.close()
  await folder.remove()
}

/**
 * Signs in whenever the server asks for it, and calls the tool twice, because the second call shows changes that the
 * server made meanwhile.
 */
async function signInWhileAsked(): Promise<void> {
  for (let signIns = 0, calls = 0; calls < 2;) {
    await settled()
    const { state: kind, error } = await state(slug)
    say(kind, error)
    if (kind === 'needed') {
      if (signIns === maxSignIns) return
      signIns += 1
      await signIn()
      continue
    }
    try {
      say(await call('test-tool'))
      calls += 1
    } catch (thrown) {
      say(String(thrown))
      if (!(thrown instanceof AppError) || thrown.code !== 'SIGN_IN_REQUIRED') return
    }
  }
}

async function signIn(): Promise<void> {
  const { authorizationUrl } = await client.signIn.begin({ slug })
  if (authorizationUrl === null) return
  const address = await authorize(authorizationUrl)
  say('came back', address)
  if (address !== null) await (await fetch(address)).text()
}

/** Waits until nothing is under way: the server is ready or down, and no browser page is open. */
async function settled(): Promise<void> {
  const ended = new AbortController()
  for await (const _batch of engine.events.subscribe(ended.signal)) {
    const [server] = await client.servers.list()
    const isMoving = server === undefined || ['stopped', 'starting', 'stopping'].includes(server.state.kind)
    if (!isMoving && server.signIn !== 'waiting') break
  }
  ended.abort()
}

function settingsOf(given: Context): SignInSettings {
  const { client_id: clientId, client_secret: clientSecret, private_key_pem: privateKey } = given
  const machine = scenario.includes('client-credentials') ? 'client-credentials' : null
  const enterprise = given.idp_token_endpoint === undefined ? null : 'enterprise'
  const grant = enterprise ?? machine
  return {
    ...(grant !== null && { grant }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(given.idp_token_endpoint !== undefined && {
      identityProvider: {
        tokenEndpoint: given.idp_token_endpoint,
        clientId: given.idp_client_id ?? '',
        idToken: given.idp_id_token ?? '',
      },
    }),
  }
}
