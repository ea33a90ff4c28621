/**
 * Reads metadata documents leniently: only the fields that are used are read, so faults elsewhere do not matter. An
 * issuer's document may be published for OAuth or for OpenID Connect.
 */
import { isObject } from '#contract/jsonRpc/jsonObject'

/** The MCP server's metadata (RFC 9728). */
export interface ResourceMetadata {
  /** Exactly as published, because issuers compare it character by character. */
  readonly resource: string | null
  readonly issuers: readonly string[]
  readonly scopes: readonly string[] | null
}

/** An issuer's metadata (RFC 8414 or OpenID Connect Discovery). */
export interface IssuerMetadata {
  readonly issuer: string
  /** Whether the issuer published metadata. If not, the endpoints of an old revision of MCP are assumed. */
  readonly isPublished: boolean
  /** The address of the sign-in page; null if people cannot sign in with this issuer. */
  readonly authorizationEndpoint: string | null
  readonly tokenEndpoint: string
  readonly registrationEndpoint: string | null
  readonly revocationEndpoint: string | null
  readonly scopes: readonly string[]
  readonly authMethods: readonly string[]
  /** The supported methods of PKCE; null if the document does not list them. */
  readonly pkceMethods: readonly string[] | null
  readonly takesMetadataDocuments: boolean
  /** Whether the issuer sends its name with each callback (RFC 9207). */
  readonly namesItself: boolean
}

/** Null if the document is not a server's metadata. */
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

/** Null if the document is not an issuer's metadata. */
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

/** The endpoints that revision 2025-03-26 assumes if an issuer publishes no metadata. */
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
