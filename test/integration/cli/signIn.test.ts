import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { makePlace, type Place } from '#test/integration/cli/switchboard'
import { type Command, outcomeOf } from '#test/support/commandOutcome'
import { authorize, signInByBrowser } from '#test/support/signIn/browser'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest } from '#test/support/signIn/protectedServer'

async function open(more?: Readonly<Record<string, string>>) {
  const issuer = await issuerForTest({
    clients: [{ id: 'by-hand', secret: 'secret-of-the-client', redirectUris: ['http://127.0.0.1:1/callback'] }],
  })
  const server = await protectedForTest({ issuer })
  const place = await makePlace(more)
  await place.serve('--no-ui')
  return { issuer, server, place }
}

/** Starts a command that waits for the person. Returns its first line and its outcome. */
async function begun(place: Place, ...words: string[]) {
  const child: Command = place.start(words)
  const outcome = outcomeOf(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, line, outcome }
}

describe('`sign-in`', () => {
  // Catches output from which a script cannot tell where the address ends, or whether the sign-in worked.
  it('prints one line of JSON, waits for the browser, and exits 0', async () => {
    const { server, place } = await open()
    const added = await place.run('add', 'notion', server.url)
    expect(added.stderr).toContain('switchboard sign-in notion')
    expect((await place.run('list')).stdout).toContain('needs sign-in')
    const { line, outcome } = await begun(place, 'sign-in', 'notion', '--no-browser', '--json')
    const { authorizationUrl } = JSON.parse(line) as { authorizationUrl: string }
    await signInByBrowser(authorizationUrl)
    expect(await outcome).toMatchObject({ code: 0, stdout: `${line}\n`, stderr: '' })
    expect((await place.run('call', 'echo')).code).toBe(0)
    expect((await place.run('list')).stdout).not.toContain('needs sign-in')
  })

  it('accepts the address at which a browser on another machine ended, and says what is wrong with any other address', async () => {
    const { server, place } = await open()
    await place.run('add', 'notion', server.url)
    const { child, line, outcome } = await begun(place, 'sign-in', 'notion', '--no-browser')
    const address = await authorize(line)
    child.stdin.write('http://127.0.0.1/callback?code=x&state=wrong\n')
    child.stdin.write(`${address}\n`)
    const { code, stdout, stderr } = await outcome
    expect([code, stdout]).toEqual([0, `${line}\nSigned in to notion.\n`])
    expect(stderr).toContain('paste the address')
  })

  it('exits 1 with the reason if the person refuses', async () => {
    const { issuer, server, place } = await open()
    await place.run('add', 'notion', server.url)
    issuer.consent = 'access_denied'
    const { line, outcome } = await begun(place, 'sign-in', 'notion', '--no-browser')
    await signInByBrowser(line)
    const { code, stderr } = await outcome
    expect(code).toBe(1)
    expect(stderr).toContain('Not signed in to notion')
  })

  it.runIf(process.platform === 'linux')('opens the browser without a shell', async () => {
    const { server, place } = await open()
    const programs = join(place.folder, 'bin')
    const opened = join(place.folder, 'opened')
    mkdirSync(programs)
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > ${opened}\n`)
    chmodSync(join(programs, 'xdg-open'), 0o755)
    await place.run('add', 'notion', server.url)
    const env = { ...place.environment, DISPLAY: ':99', PATH: `${programs}:${process.env['PATH']}` }
    const { line, outcome } = await begun({ ...place, start: (words) => place.start(words, env) }, 'sign-in', 'notion')
    await signInByBrowser(line)
    expect((await outcome).stderr).toContain('open in your browser')
    expect(readFileSync(opened, 'utf8')).toBe(line)
  })

  it('is refused for a local server, and for one that does not exist', async () => {
    const { place } = await open()
    await place.run('add', 'local', '--disabled', '--', 'some-command')
    const local = await place.run('sign-in', 'local')
    expect([local.code, local.stderr]).toEqual([1, expect.stringContaining('there is nothing to sign in to')])
    expect((await place.run('sign-in', 'nobody')).stderr).toContain('Server nobody does not exist.')
  })
})

describe('`sign-out`', () => {
  it('ends the sign-in; with --forget the next one registers a new client', async () => {
    const { issuer, server, place } = await open()
    await place.run('add', 'notion', server.url)
    const first = await begun(place, 'sign-in', 'notion', '--no-browser')
    await signInByBrowser(first.line)
    await first.outcome
    expect(await place.run('sign-out', 'notion', '--forget')).toMatchObject({
      code: 0,
      stdout: 'Signed out of notion.\n',
    })
    expect((await place.run('call', 'echo')).stderr).toContain('switchboard sign-in notion')
    const second = await begun(place, 'sign-in', 'notion', '--no-browser')
    await signInByBrowser(second.line)
    await second.outcome
    expect(issuer.hearing.of('register')).toHaveLength(2)
  })
})

describe('`add` with the settings of a sign-in', () => {
  it('keeps them, shows no secret, and signs in with them', async () => {
    const { issuer, server, place } = await open({ CLIENT_SECRET: 'secret-of-the-client' })
    const settings = ['--client-id', 'by-hand', '--client-secret-env', 'CLIENT_SECRET', '--grant', 'client-credentials']
    const added = await place.run('add', 'notion', server.url, ...settings, '--scope', 'read', '--json')
    expect(JSON.parse(added.stdout)).toMatchObject({
      state: { kind: 'ready' },
      signIn: 'signedIn',
      launch: {
        auth: { clientId: 'by-hand', grant: 'client-credentials', scope: 'read', secretNames: ['clientSecret'] },
      },
    })
    expect(added.stdout + added.stderr).not.toContain('secret-of-the-client')
    expect(issuer.count('client_credentials')).toBe(1)
    const exported = await place.run('export')
    expect(exported.stdout).toContain('"clientId": "by-hand"')
    expect(exported.stdout).not.toContain('secret-of-the-client')
  })

  it('are refused for a local server, and if a named file or variable is missing', async () => {
    const place = await makePlace()
    const refused = async (...words: string[]) => {
      const { code, stderr } = await place.run('add', 'x', ...words)
      expect(code).toBe(2)
      return stderr
    }
    expect(await refused('--client-id', 'me', '--', 'some-command')).toContain('Only a remote server has a sign-in')
    expect(await refused('https://x.test/mcp', '--client-secret-env', 'MISSING')).toContain('MISSING is not set')
    expect(await refused('https://x.test/mcp', '--private-key', 'none.pem')).toContain('cannot be read')
    expect((await place.run('add', 'x', 'https://x.test/mcp', '--redirect-port', '0')).stderr).toContain('1 to 65535')
  })
})
