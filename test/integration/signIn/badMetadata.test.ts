/**
 * Metadata that lies, leads astray or never ends. Each case gives an error that says what is wrong, and nothing is
 * registered.
 */
import { describe, expect, it } from 'vitest'
import { movableClock } from '#test/integration/signIn/movableClock'
import { type Bench, far, openBench } from '#test/integration/signIn/signInBench'
import { type Lie, lies } from '#test/support/signIn/answers'

const cloud = 'http://169.254.169.254/latest/meta-data/'
const document = (more: Record<string, unknown>) => lies.edited((honest) => ({ ...honest, ...more }))
const without = (field: string) =>
  lies.edited((honest) => Object.fromEntries(Object.entries(honest).filter(([name]) => name !== field)))

/** Asserts that the sign-in fails with this error, is still needed, and that the state and the steps say why. */
async function expectRefusal({ one, issuer }: Bench, sentence: RegExp): Promise<void> {
  await one.becomes('needed')
  await expect(one.client.signIn.begin({ slug: far })).rejects.toMatchObject({
    message: expect.stringMatching(sentence) as string,
  })
  const { state, error, steps, authorizationUrl } = await one.state(far)
  expect({ state, authorizationUrl }).toEqual({ state: 'needed', authorizationUrl: null })
  expect(error?.message).toMatch(sentence)
  expect(steps.at(-1)).toMatchObject({ outcome: 'failed' })
  expect([issuer.hearing.of('register').length, issuer.hearing.of('token').length]).toEqual([0, 0])
}

const ofIssuer: readonly [string, Lie, RegExp][] = [
  ['names another issuer', document({ issuer: 'https://other.example' }), /describes https:\/\/other\.example, not /],
  ['is an HTML page', lies.html, /publishes no metadata that can be used/],
  ['ends in the middle', lies.notJson, /publishes no metadata that can be used/],
  ['has 50 MB', lies.huge, /too large|more than 1|1 MB/i],
  ['redirects for ever', lies.redirectsForever, /redirected more than 5 times/],
  ['redirects to the metadata of the cloud', lies.redirectsTo(cloud), /stopped for your safety.*169\.254\.169\.254/],
  ['redirects to a file', lies.redirectsTo('file:///etc/passwd'), /stopped for your safety.*file:/],
  ['is not there', lies.notFound, /publishes no metadata that can be used/],
  ['is a failure of its server', lies.status(503), /answers HTTP 503/],
  ['is cut off', lies.dropsBefore, /could not be reached/],
  ['does not know PKCE', without('code_challenge_methods_supported'), /PKCE/],
  ['has no token endpoint', without('token_endpoint'), /metadata/],
  ['has an authorization page that is a script', document({ authorization_endpoint: 'javascript:alert(1)' }), /https/],
  ['has an authorization page that is a file', document({ authorization_endpoint: 'file:///etc/passwd' }), /https/],
  ['has a token endpoint in clear text', document({ token_endpoint: 'http://issuer.example/token' }), /https/],
  ['has a token endpoint in the cloud', document({ token_endpoint: cloud }), /safety|https/],
  ['has a registration in the cloud', document({ registration_endpoint: cloud }), /safety|https/],
]
describe('the metadata of an issuer', () => {
  it.each(ofIssuer)('%s', async (_title, lie, sentence) => {
    const bench = await openBench()
    bench.issuer.lie('metadata', lie)
    await expectRefusal(bench, sentence)
    bench.issuer.lie('metadata')
    await bench.one.signIn(far)
    expect(await bench.one.becomes('signedIn')).toMatchObject({ error: null })
  })

  it('that never comes makes the sign-in give up, and the sign-in can be started again', async () => {
    const clock = movableClock()
    const bench = await openBench({ ports: { clock } })
    await bench.one.becomes('needed')
    const heard = bench.issuer.hearing.of('metadata').length
    bench.issuer.lie('metadata', lies.hang)
    const begun = bench.one.client.signIn.begin({ slug: far })
    const refused = begun.catch((thrown: unknown) => String(thrown))
    for (let asked = heard + 1; asked <= heard + 3; asked += 1) {
      await Promise.race([bench.issuer.hearing.seen('metadata', asked), refused])
      clock.advance(30_000)
    }
    expect(await refused).toContain('no answer')
    bench.issuer.lie('metadata')
    await bench.one.signIn(far)
    await bench.one.becomes('signedIn')
  })
})

const ofServer: readonly [string, Lie, RegExp][] = [
  ['is about another server', document({ resource: 'https://other.example/mcp' }), /is about https:\/\/other\.example/],
  ['redirects to the metadata of the cloud', lies.redirectsTo(cloud), /stopped for your safety.*169\.254\.169\.254/],
  ['names an issuer in the cloud', document({ authorization_servers: [cloud] }), /stopped for your safety/],
  ['names an issuer that is no address', document({ authorization_servers: ['issuer'] }), /issuer/],
  ['is a failure of its server', lies.status(500), /answers HTTP 500/],
]
describe('the metadata of a server', () => {
  it.each(ofServer)('%s', async (_title, lie, sentence) => {
    const bench = await openBench()
    for (const endpoint of ['pathMetadata', 'originMetadata'] as const) bench.server.lie(endpoint, lie)
    await expectRefusal(bench, sentence)
    expect(bench.issuer.hearing.of('authorize')).toEqual([])
  })

  // Catches a client that takes the server's origin as the issuer when the advertised document is missing.
  it.each([
    ['missing', lies.notFound],
    ['an HTML page', lies.html],
    ['cut off', lies.notJson],
  ])('that is %s at the advertised address is replaced by the well-known one at the origin', async (_title, lie) => {
    const { server, one } = await openBench()
    server.lie('pathMetadata', lie)
    await one.becomes('needed')
    await one.signIn(far)
    await one.becomes('signedIn')
    expect(await one.call('whoami')).toContain('client-')
  })
})
