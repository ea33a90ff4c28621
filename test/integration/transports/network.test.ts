import { describe, expect, it } from 'vitest'
import { hasCertificates, makeCertificates } from '#test/integration/transports/certificates'
import { startProxy } from '#test/integration/transports/proxyServer'
import { connectTo, remoteServer } from '#test/integration/transports/remote'

const far = 'mcp.far.test'

describe.runIf(hasCertificates)('TLS', () => {
  it('[R5] trusts certificates from an authority that the environment names', async () => {
    const { authorityFile, key, cert } = await makeCertificates(['127.0.0.1'])
    const server = await remoteServer({ tls: { key, cert } })
    const { call, reaches } = connectTo(server.url, { environment: { NODE_EXTRA_CA_CERTS: authorityFile } })
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
  })

  it('names the certificate that it does not trust, and what to do about it', async () => {
    const { key, cert } = await makeCertificates(['127.0.0.1'])
    const server = await remoteServer({ tls: { key, cert } })
    const { error } = await connectTo(server.url).reaches('backingOff')
    expect(error.code).toBe('SERVER_UNAVAILABLE')
    expect(error.message).toMatch(
      /certificate of 127\.0\.0\.1:\d+ \(it is for "127\.0\.0\.1", issued by "Test Authority", valid until /,
    )
    expect(error.message).toContain('NODE_EXTRA_CA_CERTS')
    expect(server.received).toEqual([])
  })

  it('does not accept a certificate for another name', async () => {
    const { authorityFile, key, cert } = await makeCertificates(['other.test'])
    const server = await remoteServer({ tls: { key, cert } })
    const { error } = await connectTo(server.url, { environment: { NODE_EXTRA_CA_CERTS: authorityFile } }).reaches(
      'backingOff',
    )
    expect(error.message).toContain('it is for "other.test"')
    expect(server.received).toEqual([])
  })

  it('that is missing is reported', async () => {
    const server = await remoteServer()
    const { error } = await connectTo(server.url.replace('http:', 'https:')).reaches('backingOff')
    expect(error.message).toContain('does not speak TLS')
  })
})

describe('a proxy', () => {
  it('[R5] is asked for a tunnel to a server on TLS, with its credentials, and sees nothing of the traffic', async () => {
    const { authorityFile, key, cert } = await makeCertificates([far])
    const server = await remoteServer({ tls: { key, cert } })
    const proxy = await startProxy('me:pass')
    const { call, reaches, connection } = connectTo(`https://${far}:${server.port}/mcp`, {
      environment: { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authorityFile },
      headers: { Authorization: 'Bearer s3cret' },
    })
    await reaches('ready')
    expect(await call('echo', { a: 1 }).text).toBe('{"a":1}')
    await server.seen('GET')
    await connection.stop()
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${far}:${server.port}`]))
    expect(server.received.some(({ headers }) => 'proxy-authorization' in headers)).toBe(false)
  })

  it('[R5] forwards to a server without TLS', async () => {
    const server = await remoteServer()
    const proxy = await startProxy()
    const { call, reaches } = connectTo(`http://${far}:${server.port}/mcp`, { environment: { http_proxy: proxy.url } })
    await reaches('ready')
    expect(await call('echo').text).toBe('{}')
    expect(proxy.asked[0]).toBe(`POST http://${far}:${server.port}/mcp`)
    expect(server.received[0]?.headers.host).toBe(`${far}:${server.port}`)
  })

  it('is bypassed for servers on this machine', async () => {
    const server = await remoteServer()
    const proxy = await startProxy()
    await connectTo(server.url, { environment: { HTTP_PROXY: proxy.url } }).reaches('ready')
    expect(proxy.asked).toEqual([])
  })

  it.each(['https', 'http'])('that requires credentials is named as the reason (%s)', async (scheme) => {
    const proxy = await startProxy('me:pass')
    const { error } = await connectTo(`${scheme}://${far}:9/mcp`, {
      environment: { ALL_PROXY: proxy.url.replace('me:pass@', '') },
    }).reaches('backingOff')
    expect(error.message).toMatch(/proxy .*407/)
  })

  it('of an unknown kind is reported', async () => {
    const { error } = await connectTo(`http://${far}/mcp`, {
      environment: { ALL_PROXY: 'socks5://127.0.0.1:9' },
    }).reaches('backingOff')
    expect(error.message).toContain('socks5:// proxies are not supported')
  })
})
