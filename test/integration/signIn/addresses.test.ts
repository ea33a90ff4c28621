/**
 * A server on the internet directs the engine to addresses of this machine and its network. The engine sends no request
 * to any of them.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { far, followedEngine } from '#test/integration/signIn/signInBench'
import { hasCertificates, makeCertificates } from '#test/integration/transports/certificates'
import { startProxy } from '#test/integration/transports/proxyServer'
import { type Lie, lies } from '#test/support/signIn/answers'
import { issuerForTest } from '#test/support/signIn/issuer'
import { protectedForTest, type Refusal } from '#test/support/signIn/protectedServer'
import { temporaryFolder } from '#test/support/temporaryFolder'

const name = 'mcp.far.test'

/** Starts a service on this machine that the internet must not reach through the engine. */
async function insideService() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, port: (server.address() as AddressInfo).port }
}

interface Leading {
  readonly challenge?: string
  readonly metadata?: Lie
}

const document = (more: Record<string, unknown>) => lies.edited((honest) => ({ ...honest, ...more }))
const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '127.1']
const ways: readonly [string, (inside: string, own: string) => Leading][] = [
  ['the address in its challenge', (inside) => ({ challenge: inside })],
  ['a redirect of its metadata', (inside) => ({ metadata: lies.redirectsTo(inside) })],
  [
    'the issuer in its metadata',
    (inside, own) => ({ metadata: document({ resource: own, authorization_servers: [inside] }) }),
  ],
]
const cases = ways.flatMap(([way, lead]) => hosts.map((host) => [way, host, lead] as const))

describe.runIf(hasCertificates)('a server on the internet', () => {
  it.each(cases)('whose %s leads to %s gets no request sent there', async (_way, host, lead) => {
    const inside = await insideService()
    const { authorityFile, key, cert } = await makeCertificates([name])
    const proxy = await startProxy()
    const leading = { current: {} as Leading }
    const issuer = await issuerForTest()
    const challenges = ({ metadataUrl }: Refusal) => [
      `Bearer resource_metadata="${leading.current.challenge ?? metadataUrl.replace('127.0.0.1', name)}"`,
    ]
    const server = await protectedForTest({ issuer, challenges, tls: { key, cert }, metadataAt: ['path'] })
    const own = `https://${name}:${server.port}/mcp`
    leading.current = lead(`http://${host}:${inside.port}/inside`, own)
    server.lie('pathMetadata', leading.current.metadata ?? document({ resource: own }))
    const one = await followedEngine(await temporaryFolder(), {
      environment: {
        PATH: process.env['PATH'],
        HTTPS_PROXY: proxy.url,
        HTTP_PROXY: proxy.url,
        NODE_EXTRA_CA_CERTS: authorityFile,
      },
    })
    await one.add(far, own)
    await one.becomes('needed')
    await expect(one.client.signIn.begin({ slug: far })).rejects.toMatchObject({
      message: expect.stringMatching(/safety|https/) as string,
    })
    expect(inside.asked).toEqual([])
    expect(proxy.asked.filter((asked) => asked.includes(`:${inside.port}`))).toEqual([])
    expect((await one.state(far)).error).not.toBeNull()
  })
})
