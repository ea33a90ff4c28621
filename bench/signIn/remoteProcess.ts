/**
 * A remote MCP server that requires an `Authorization` header but does not check its value, and an issuer of tokens.
 * Run as `node remoteProcess.ts`. It prints their addresses.
 */
import { startRemote } from '#test/servers/remote'
import { startIssuer } from '#test/support/signIn/issuer'

const issuer = await startIssuer({ clients: [{ id: 'bench', secret: 'bench' }] })
issuer.accessMs = 24 * 60 * 60_000
const wellKnown = '/.well-known/oauth-protected-resource'
const server = await startRemote({
  remembers: false,
  before: (request, response) => {
    const metadata = new URL(`${wellKnown}/mcp`, server.url).href
    if (request.url?.startsWith(wellKnown) === true)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ resource: server.url, authorization_servers: [issuer.url] }))
    else if (request.headers.authorization === undefined)
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end()
    else return false
    return true
  },
})
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
