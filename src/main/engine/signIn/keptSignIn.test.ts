import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptySignIn,
  type KeptClient,
  type KeptSignIn,
  readSignIn,
  secretsOf,
  textOfSignIn,
  withClient,
  withoutClient,
} from '#engine/signIn/keptSignIn'

const client = (
  clientId: string,
  issuer: string,
  registration: KeptClient['registration'] = 'dynamic',
): KeptClient => ({
  issuer,
  registration,
  clientId,
  clientSecret: `secret of ${clientId}`,
  authMethod: null,
  secretExpiresAt: null,
  redirectUri: 'http://127.0.0.1:4000/callback',
})

const whole: KeptSignIn = {
  address: 'https://mcp.example/mcp',
  generation: 7,
  clients: [client('one', 'https://a')],
  tokens: {
    serial: 7,
    accessToken: 'access',
    refreshToken: 'refresh',
    scopes: ['read'],
    receivedAt: 1,
    lifetimeMs: null,
    issuer: { issuer: 'https://a', tokenEndpoint: 'https://a/token', revocationEndpoint: null, authMethods: [] },
    resource: null,
    byMachine: false,
    who: 'somebody',
  },
  ended: null,
}

test('a sign-in is read back unchanged', () => {
  expect(readSignIn(textOfSignIn(whole))).toEqual(whole)
  expect(secretsOf(whole)).toEqual(['access', 'refresh', 'secret of one'])
})

// Catches a damaged item that crashes the engine, or that is used as a sign-in.
test('any other text is refused as a sign-in, without an exception', () => {
  for (const text of ['', '{', 'null', '[]', '{"format":2,"address":"a"}']) expect(readSignIn(text)).toBeNull()
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(() => readSignIn(text)).not.toThrow()
    }),
  )
  const broken = JSON.parse(textOfSignIn(whole)) as { tokens: { accessToken: unknown } }
  broken.tokens.accessToken = 7
  expect(readSignIn(JSON.stringify(broken))).toMatchObject({ clients: whole.clients, tokens: null })
})

test('each issuer has one client, and a client that a person entered is not forgotten with the others', () => {
  const first = withClient(emptySignIn('https://mcp.example'), client('one', 'https://a'))
  const second = withClient(withClient(first, client('two', 'https://b')), client('three', 'https://a'))
  expect(second.clients.map(({ clientId }) => clientId)).toEqual(['three', 'two'])
  expect(withoutClient(second, 'three').clients.map(({ clientId }) => clientId)).toEqual(['two'])
  const given = withClient(second, client('mine', 'https://c', 'given'))
  expect(withoutClient(given, 'mine')).toEqual(given)
})
