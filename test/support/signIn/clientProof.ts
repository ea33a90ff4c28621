/**
 * Checks how a client authenticates at a scripted token endpoint: not at all, by a secret in one of two places, or by a
 * signed assertion.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { createPublicKey, verify } from 'node:crypto'
import type { Client } from '#test/support/signIn/grants'

/** Returns the authenticated client. Null means `invalid_client`. */
export function provenClient(
  clients: ReadonlyMap<string, Client>,
  form: URLSearchParams,
  headers: IncomingHttpHeaders,
  audiences: readonly string[],
): Client | null {
  const assertion = form.get('client_assertion')
  if (assertion !== null) return signer(clients, assertion, audiences)
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1]
  const [id = '', secret = ''] =
    basic === undefined
      ? [form.get('client_id') ?? '', form.get('client_secret') ?? '']
      : Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  const client = clients.get(id)
  if (client === undefined || (client.secret ?? '') !== secret || client.publicKey !== undefined) return null
  return client
}

function signer(clients: ReadonlyMap<string, Client>, assertion: string, audiences: readonly string[]): Client | null {
  const [head = '', body = '', signature = ''] = assertion.split('.')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    iss?: string
    sub?: string
    aud?: string | string[]
    exp?: number
  }
  const client = clients.get(claims.sub ?? '')
  if (client?.publicKey === undefined || claims.iss !== claims.sub || claims.exp === undefined) return null
  if (![claims.aud ?? []].flat().some((audience) => audiences.includes(audience))) return null
  const key = createPublicKey(client.publicKey)
  const proven = verify(
    alg.startsWith('Ed') ? null : 'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return proven ? client : null
}
