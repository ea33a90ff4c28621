/** A piece of the web on this machine: names that a test's browser reaches over https, and no others. */
import { createHash, X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hasCertificates, makeCertificates } from '#test/integration/transports/certificates'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

export interface WebRequest {
  readonly host: string
  readonly path: string
  readonly cookie: string | null
}

export interface TestWeb {
  /** Switches that let Chromium find these names and trust their certificate. */
  readonly switches: readonly string[]
  readonly heard: readonly WebRequest[]
  close(): Promise<void>
}

/**
 * Starts a server that lets any origin read its responses, sets a cookie, and redirects `/to?` to the query. Resolves
 * with null if no certificate can be made.
 */
export async function startTestWeb(names: readonly string[]): Promise<TestWeb | null> {
  if (!hasCertificates) return null
  const folder = await makeTemporaryFolder()
  const { key, cert } = await makeCertificates(names, folder.path)
  const heard: WebRequest[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'https://any')
    const { host = '', cookie = null } = request.headers
    heard.push({ host, path: pathname, cookie })
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('set-cookie', 'known=again; SameSite=None; Secure')
    if (pathname === '/to') response.writeHead(302, { location: decodeURIComponent(search.slice(1)) })
    response.end(`${host} says hello`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const here = names.map((name) => `MAP ${name}:443 127.0.0.1:${port}`)
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const pin = createHash('sha256').update(publicKey).digest('base64')
  return {
    switches: [
      `--host-resolver-rules=${[...here, 'MAP * ~NOTFOUND', 'EXCLUDE localhost', 'EXCLUDE 127.0.0.1'].join(', ')}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    heard,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await folder.remove()
    },
  }
}
