/**
 * Makes Switchboard a client of an issuer: by a client id that a person entered, by a metadata document, or by
 * registration.
 */
import { messageOf } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { shortText } from '#contract/text/shortText'
import { HttpFailure } from '#engine/net/httpExchange'
import { shown } from '#engine/signIn/discovery/discovery'
import type { IssuerMetadata } from '#engine/signIn/discovery/metadata'
import { type FlowContext, sdkMetadata } from '#engine/signIn/flow/flowContext'
import type { KeptClient } from '#engine/signIn/keptSignIn'
import { signInError } from '#engine/signIn/signInError'

export interface ClientWish {
  readonly issuer: IssuerMetadata
  /** The address to which the browser returns; empty for a machine's sign-in, which needs no redirect. */
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly kept: readonly KeptClient[]
  /** The address of Switchboard's client metadata document; null if there is none. */
  readonly metadataDocument: string | null
}

export async function clientFor(context: FlowContext, wish: ClientWish): Promise<KeptClient> {
  const { server, tell, parts } = context
  const { issuer, redirectUri, kept, metadataDocument } = wish
  const base = { issuer: issuer.issuer, clientSecret: null, authMethod: null, secretExpiresAt: null, redirectUri }
  const { clientId } = server.settings
  if (clientId !== undefined) {
    checkIssuerOf(clientId, wish, context)
    tell('client', 'ok', `The client ID ${clientId} was entered by hand.`)
    return { ...base, registration: 'given', clientId }
  }
  if (metadataDocument !== null && issuer.takesMetadataDocuments) {
    tell('client', 'ok', `The client is described at ${metadataDocument}.`)
    return { ...base, registration: 'metadata-document', clientId: metadataDocument }
  }
  const registered = kept.find((client) => isUsable(client, wish, parts.clock.now()))
  if (registered !== undefined) {
    tell('client', 'ok', `The client ${registered.clientId} was registered before.`)
    return registered
  }
  return register(context, wish)
}

/**
 * Throws if a client that a person entered would be used at another issuer. A server that suddenly names another issuer
 * may want to collect the client's secret.
 */
function checkIssuerOf(clientId: string, { kept, issuer }: ClientWish, { server, tell }: FlowContext): void {
  const before = kept.find((client) => client.registration === 'given' && client.clientId === clientId)
  if (before === undefined || before.issuer === issuer.issuer) return
  const problem = `The server now names the issuer ${issuer.issuer}. The client ${clientId} belongs to ${before.issuer}.`
  tell('client', 'failed', problem)
  throw signInError(
    problem,
    `If that is right, enter the client id of the new issuer in the settings of ${server.slug}, or forget its client first.`,
  )
}

function isUsable(client: KeptClient, { issuer, redirectUri }: ClientWish, now: number): boolean {
  return (
    client.registration === 'dynamic' &&
    client.issuer === issuer.issuer &&
    client.redirectUri === redirectUri &&
    (client.secretExpiresAt === null || client.secretExpiresAt > now)
  )
}

async function register({ sdk, fetch, tell, server }: FlowContext, wish: ClientWish): Promise<KeptClient> {
  const { issuer, redirectUri, scopes } = wish
  const byHand = `Register Switchboard at ${issuer.issuer} with the redirect address ${redirectUri}, and enter the client id in the settings of ${server.slug}.`
  const fail = (problem: string) => {
    tell('client', 'failed', problem)
    return signInError(problem, byHand)
  }
  if (issuer.registrationEndpoint === null)
    throw fail(`The issuer ${issuer.issuer} does not register clients by itself. It needs a client id.`)
  try {
    const client = await sdk.registerClient(issuer.issuer, {
      metadata: sdkMetadata(issuer),
      clientMetadata: {
        client_name: 'Switchboard',
        application_type: 'native',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: authMethodFor(issuer.authMethods),
      },
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      fetchFn: fetch,
    })
    tell('client', 'ok', `${shown(new URL(issuer.registrationEndpoint))} registered the client ${client.client_id}.`)
    const { client_secret_expires_at: expiresAt = 0 } = client
    return {
      issuer: issuer.issuer,
      registration: 'dynamic',
      clientId: client.client_id,
      clientSecret: client.client_secret ?? null,
      authMethod: client.token_endpoint_auth_method ?? null,
      secretExpiresAt: expiresAt > 0 ? expiresAt * 1_000 : null,
      redirectUri,
    }
  } catch (thrown) {
    if (sdk.RegistrationRejectedError.isInstance(thrown))
      throw fail(
        `The issuer ${issuer.issuer} refuses to register Switchboard: ${reasonIn(thrown.status, thrown.body)}.`,
      )
    if (thrown instanceof HttpFailure)
      throw fail(`${issuer.issuer} could not be asked to register Switchboard: ${thrown.message}.`)
    if (thrown instanceof SyntaxError || (thrown instanceof Error && thrown.name === 'ZodError'))
      throw fail(`The issuer ${issuer.issuer} registered Switchboard, but its answer cannot be read.`)
    tell('client', 'failed', messageOf(thrown))
    throw thrown
  }
}

/** How the client authenticates: without a secret if the issuer allows it, because this program cannot keep one. */
function authMethodFor(supported: readonly string[]): string {
  if (supported.length === 0 || supported.includes('none')) return 'none'
  return ['client_secret_basic', 'client_secret_post'].find((method) => supported.includes(method)) ?? 'none'
}

function reasonIn(status: number, body: string): string {
  try {
    const answer: unknown = JSON.parse(body)
    if (isObject(answer)) {
      const texts = [answer['error'], answer['error_description']].filter((text) => typeof text === 'string')
      if (texts.length > 0) return shortText(texts.join(': '), 300)
    }
  } catch {
    // The body is not JSON, so only the status is reported.
  }
  return `HTTP ${status}`
}
