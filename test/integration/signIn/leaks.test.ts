/** [R31] A sign-in, its refreshes and its failures leave no token, code, verifier or secret in clear text anywhere. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { contentsOf } from '#test/integration/secrets/vaultProcess'
import { openSecretHost } from '#test/integration/secrets/secretHost'
import { authorize, visit } from '#test/support/signIn/browser'
import { lies } from '#test/support/signIn/answers'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'
import { deferred } from '#test/support/deferred'
import { patience } from '#test/support/patience'

function formsOf(secret: string): string[] {
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replace(/=+$/, '')]
}

test('[R31] no secret of a sign-in is in a log, record, state, export, error, page or file', async () => {
  const issuer = await issuerForTest({ registration: 'secret' })
  const server = await protectedForTest({ issuer })
  const { client, dataFolder, close } = await openSecretHost()
  const said: unknown[] = []
  const note = async (what: Promise<unknown>) => said.push(await what.catch(errorText))
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  void (async () => {
    for await (const batch of await client.events.subscribe(undefined, { signal: leaving.signal })) said.push(batch)
  })().catch(() => undefined)
  const becomes = (state: string) =>
    vi.waitFor(async () => expect(await client.signIn.state({ slug: 'far' })).toMatchObject({ state }), patience)
  const call = (args: Record<string, unknown>) => note(client.tools.call({ name: 'echo', arguments: args }))

  await client.servers.add({ name: 'far', launch: { transport: 'http', url: server.url } })
  await becomes('needed')
  const { authorizationUrl } = await client.signIn.begin({ slug: 'far' })
  const address = (await authorize(authorizationUrl ?? '')) ?? ''
  const code = new URL(address).searchParams.get('code') ?? ''
  // The issuer repeats the request's values in its error, as careless issuers do.
  const repeats = (status: number) =>
    lies.status(status, { error: 'invalid_request', error_description: `bad code ${code} for ${address}` })
  issuer.lie('token', repeats(400))
  said.push((await visit(address)).text)
  await becomes('needed')
  await note(client.signIn.state({ slug: 'far' }))
  issuer.lie('token')
  const second = await client.signIn.begin({ slug: 'far' })
  said.push((await visit((await authorize(second.authorizationUrl ?? '')) ?? '')).text)
  await becomes('signedIn')
  await call({ text: 'hello' })

  const gate = deferred()
  issuer.grants.endAccessTokens()
  issuer.lie('token', lies.heldAfter(gate.promise))
  const during = call({ text: 'during a refresh' })
  await issuer.hearing.seen('token', 3)
  gate.resolve()
  await during
  issuer.lie('token')
  for (const secret of issuer.grants.secrets) await call({ text: secret })
  const [refresh = ''] = [...issuer.grants.secrets].filter((secret) => secret.startsWith('refresh-')).slice(-1)
  issuer.lie('token', lies.status(400, { error: 'invalid_grant', error_description: `The token ${refresh} has ended` }))
  issuer.grants.endAccessTokens()
  await call({ text: 'too late' })
  await becomes('needed')

  await note(client.signIn.state({ slug: 'far' }))
  await note(client.servers.list())
  await note(client.calls.list({}))
  await note(client.secrets.list({}))
  for await (const event of await client.doctor.run({ slug: 'far' })) said.push(event)
  for await (const lines of await client.servers.log({ slug: 'far', follow: false })) said.push(lines)
  issuer.lie('token')
  await note(client.signIn.end({ slug: 'far' }))
  await note(client.signIn.forget({ slug: 'far' }))
  const before = await contentsOf(dataFolder)
  await close()
  const files = [...before, ...(await contentsOf(dataFolder))]

  const secrets = [...issuer.grants.secrets]
  expect(secrets.filter((secret) => secret.startsWith('client-secret-'))).not.toEqual([])
  expect(secrets.length).toBeGreaterThan(6)
  // A tool's answer repeats the caller's own argument, so the argument is removed from these texts.
  const told = said.map((one, index) => [`said ${index}`, JSON.stringify(one)] as const)
  for (const secret of secrets)
    for (const form of formsOf(secret))
      for (const [where, text] of [...told, ...files])
        expect([where, text.replaceAll(`\\"text\\":\\"${secret}\\"`, '').includes(form) && text]).toEqual([
          where,
          false,
        ])
})

test('[R31] an exported configuration contains no secret of a sign-in', async () => {
  const issuer = await issuerForTest({ registration: 'secret' })
  const server = await protectedForTest({ issuer })
  const { client } = await openSecretHost()
  await client.servers.add({ name: 'far', launch: { transport: 'http', url: server.url } })
  const state = async () => (await client.signIn.state({ slug: 'far' })).state
  await vi.waitFor(async () => expect(await state()).toBe('needed'), patience)
  const { authorizationUrl } = await client.signIn.begin({ slug: 'far' })
  await visit((await authorize(authorizationUrl ?? '')) ?? '')
  await vi.waitFor(async () => expect(await state()).toBe('signedIn'), patience)
  const exported = JSON.stringify(await client.clients.export({ format: 'switchboard' }))
  expect(exported).toContain(server.url)
  for (const secret of issuer.grants.secrets) expect(exported).not.toContain(secret)
})

function errorText(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.message} ${thrown.stack} ${JSON.stringify(thrown)}` : String(thrown)
}
