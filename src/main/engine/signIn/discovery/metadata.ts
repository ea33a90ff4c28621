/**
 * Metadata documents, read leniently: only what is needed, and nothing is refused for what is not. Whether an issuer
 * published its document as OAuth's or as OpenID's makes no difference.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'

/** RFC 9728: about the MCP server. */
export interface ResourceMetadata {
  /** Word for word: issuers compare it so. */
  readonly resource: string | null
  readonly issuers: readonly string[]
  readonly scopes: readonly string[] | null
}

/** RFC 8414, or OpenID Connect Discovery: about an issuer. */
export interface IssuerMetadata {
  readonly issuer: string
  /** False: the server of an old revision has no document, and its usual endpoints are assumed. */
  readonly isPublished: boolean
  /** Null for an issuer without sign-ins by people. */
  readonly authorizationEndpoint: string | null
  readonly tokenEndpoint: string
  readonly registrationEndpoint: string | null
  readonly revocationEndpoint: string | null
  readonly scopes: readonly string[]
  readonly authMethods: readonly string[]
  /** Null: the document does not say. */
  readonly pkceMethods: readonly string[] | null
  readonly takesMetadataDocuments: boolean
  /** Whether each of its callbacks names it (RFC 9207). */
  readonly namesItself: boolean
}

/** Null: not such a document. */
export function readResourceMetadata(document: unknown): ResourceMetadata | null {
  if (!isObject(document)) return null
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = document
  if (typeof resource !== 'string' && !Array.isArray(issuers)) return null
  return {
    resource: typeof resource === 'string' ? resource : null,
    issuers: textsIn(issuers) ?? [],
    scopes: textsIn(scopes),
  }
}

/** Null: not such a document. */
export function readIssuerMetadata(document: unknown): IssuerMetadata | null {
  if (!isObject(document)) return null
  const { issuer, token_endpoint: tokenEndpoint } = document
  if (typeof issuer !== 'string' || !isAddress(tokenEndpoint)) return null
  const addressIn = (field: string) => (isAddress(document[field]) ? document[field] : null)
  return {
    issuer,
    isPublished: true,
    tokenEndpoint,
    authorizationEndpoint: addressIn('authorization_endpoint'),
    registrationEndpoint: addressIn('registration_endpoint'),
    revocationEndpoint: addressIn('revocation_endpoint'),
    scopes: textsIn(document['scopes_supported']) ?? [],
    authMethods: textsIn(document['token_endpoint_auth_methods_supported']) ?? [],
    pkceMethods: textsIn(document['code_challenge_methods_supported']),
    takesMetadataDocuments: document['client_id_metadata_document_supported'] === true,
    namesItself: document['authorization_response_iss_parameter_supported'] === true,
  }
}

/** For a server of 2025-03-26 whose issuer publishes nothing: the endpoints that this revision assumes. */
export function assumedIssuer(origin: string): IssuerMetadata {
  const at = (path: string) => new URL(path, origin).href
  return {
    issuer: origin,
    isPublished: false,
    authorizationEndpoint: at('/authorize'),
    tokenEndpoint: at('/token'),
    registrationEndpoint: at('/register'),
    revocationEndpoint: null,
    scopes: [],
    authMethods: [],
    pkceMethods: ['S256'],
    takesMetadataDocuments: false,
    namesItself: false,
  }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value)
}

function textsIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : null
}
