/** What a browser, or a person with a clipboard, brings back. Only the answer to this sign-in counts, and only once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type Bench, far, openBench, signedInBench } from '#test/integration/signIn/signInBench'
import { authorize, visit } from '#test/support/signIn/browser'

async function waiting(bench: Bench): Promise<{ readonly url: string; readonly redirectUri: string }> {
  await bench.one.becomes('needed')
  const { authorizationUrl } = await bench.one.client.signIn.begin({ slug: far })
  const { redirectUri } = await bench.one.becomes('waiting')
  return { url: authorizationUrl ?? '', redirectUri: redirectUri ?? '' }
}

async function waitingBench() {
  const bench = await openBench()
  return { ...bench, ...(await waiting(bench)) }
}

const withParameters = (address: string, parameters: Readonly<Record<string, string | null>>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  return url.href
}

// Catches a user being signed in to another person's account by a link which that person sent.
it.each([
  ['with a wrong state', { state: 'wrong' }],
  ['without a state', { state: null }],
  ['with an empty state', { state: '' }],
  ['without a code', { code: null }],
  ['with an error and a wrong state', { state: 'wrong', error: 'access_denied' }],
])('a callback %s changes nothing, and the sign-in continues to wait', async (_title, parameters) => {
  const { one, issuer, url } = await waitingBench()
  const address = (await authorize(url)) ?? ''
  const page = await visit(withParameters(address, parameters))
  expect(page.status).toBe(400)
  await expect(
    one.client.signIn.callback({ slug: far, url: withParameters(address, parameters) }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/sign-in|address/i) as string })
  expect([await one.kind(far), issuer.hearing.of('token').length]).toEqual(['waiting', 0])
  expect((await visit(address)).status).toBe(200)
  await one.becomes('signedIn')
})

it.each([
  '',
  'code',
  'not an address',
  'https://evil.example/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[',
  '%',
])('the pasted text %j is refused with a message, and the sign-in continues to wait', async (text) => {
  const { one } = await waitingBench()
  await expect(one.client.signIn.callback({ slug: far, url: text })).rejects.toMatchObject({
    message: expect.stringMatching(/\w{3,} \w{2,}/) as string,
  })
  expect(await one.kind(far)).toBe('waiting')
})

it('a pasted address ends the sign-in as the browser would', async () => {
  const { one, url } = await waitingBench()
  const pasted = ` ${(await authorize(url)) ?? ''}\n`
  expect(await one.client.signIn.callback({ slug: far, url: pasted })).toMatchObject({ state: 'signedIn' })
  expect(await one.call('whoami')).toContain('client-')
})

// Catches a code that is sent twice. Issuers then revoke the tokens that the code gave.
it('a callback that comes twice, at the same time or later, uses its code once', async () => {
  const { one, issuer, url } = await waitingBench()
  const address = (await authorize(url)) ?? ''
  await Promise.allSettled([visit(address), visit(address), one.client.signIn.callback({ slug: far, url: address })])
  await one.becomes('signedIn')
  await Promise.allSettled([visit(address), one.client.signIn.callback({ slug: far, url: address })])
  expect([issuer.count('authorization_code'), await one.kind(far)]).toEqual([1, 'signedIn'])
})

// Catches a stranger's text on the page, and a sign-in that waits for ever.
it.each([
  ['access_denied', '', /refused/],
  ['server_error', 'It <b>broke</b>\u001B[2J.', /server_error \(It <b>broke<\/b>.*\)/],
])('the issuer’s error %s ends the sign-in with a message', async (error, description, sentence) => {
  const { one, issuer, url } = await waitingBench()
  Object.assign(issuer, { consent: error, errorDescription: description })
  const page = await visit((await authorize(url)) ?? '')
  expect(page.text).not.toContain('<b>')
  const state = await one.becomes('needed')
  expect(state.error?.message).toMatch(sentence)
  expect(state.error?.message).not.toContain('\u001B')
  issuer.consent = 'auto'
  await one.signIn(far)
  await one.becomes('signedIn')
})

// Catches an engine that believes an error or a code from another issuer. This is the mix-up attack of RFC 9207.
it.each([
  ['another issuer', 'https://other.example'],
  ['no issuer', null],
])('a callback that names %s is refused, and its text is not shown', async (_title, iss) => {
  const { one, issuer, url } = await waitingBench()
  Object.assign(issuer, { consent: 'server_error', errorDescription: 'words of a stranger' })
  const page = await visit(withParameters((await authorize(url)) ?? '', { iss }))
  expect(page.text).not.toContain('stranger')
  expect(JSON.stringify(await one.state(far))).not.toContain('stranger')
  expect(issuer.hearing.of('token')).toEqual([])
})

it('a sign-in that is started twice has one page, and cancelling it restores the previous state', async () => {
  const { one, url, redirectUri } = await waitingBench()
  expect(await one.client.signIn.begin({ slug: far })).toEqual({ authorizationUrl: url })
  expect(await one.client.signIn.cancel({ slug: far })).toMatchObject({ state: 'needed', authorizationUrl: null })
  await expect(visit(`${redirectUri}?code=a&state=b`)).rejects.toThrow()
})

async function takenPort(): Promise<number> {
  const other = createServer((_request, response) => void response.end('another program'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  return (other.address() as AddressInfo).port
}

// Catches an engine that silently takes a different port. Strict issuers refuse that port with a page that users do not
// understand.
it('a configured port that another program uses is reported with its number, and the pasted address still works', async () => {
  const redirectPort = await takenPort()
  const bench = await openBench({ added: { auth: { redirectPort } } })
  await bench.one.becomes('needed')
  await expect(bench.one.client.signIn.begin({ slug: far })).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`port ${redirectPort}`)) as string,
  })
  expect(await bench.one.kind(far)).toBe('needed')
})

it('if the registered port is taken later, the next sign-in works with an address that the issuer knows', async () => {
  const { one, issuer } = await signedInBench({ issuer: { ports: 'exact' } })
  const [registered] = [...issuer.clients.values()]
  await one.client.signIn.end({ slug: far })
  const { port } = new URL(registered?.redirectUris?.[0] ?? '')
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  await one.signIn(far)
  expect(await one.becomes('signedIn')).toMatchObject({ error: null })
})
