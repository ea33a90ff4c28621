/**
 * Keeps what a scripted issuer has granted: codes, tokens and their families. It counts every use that must never
 * happen.
 */
import { createHash, randomUUID } from 'node:crypto'

export interface Client {
  readonly id: string
  /** The client's secret. Null for a public client. */
  readonly secret?: string | null
  /** The PEM of the public key that verifies the client's assertions. */
  readonly publicKey?: string
  readonly redirectUris?: readonly string[]
}

export interface Code {
  readonly client: string
  readonly redirectUri: string
  readonly challenge: string
  readonly scope: string
  readonly resource: string | null
}

export interface Grant {
  readonly client: string
  readonly scope: string
  readonly resource: string | null
  revoked: boolean
}

/** The part of a token response that the grant decides. */
export interface IssuedTokens {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in?: number
  readonly refresh_token?: string
  readonly scope?: string
}

interface GrantRules {
  readonly now: () => number
  readonly accessMs: () => number
  /** The minimum length of a token. */
  readonly tokenLength: number
  readonly refreshTokens: boolean
  readonly rotation: boolean
}

export class Grants {
  readonly #rules: GrantRules
  readonly #codes = new Map<string, Code & { used: boolean }>()
  readonly #access = new Map<string, { grant: Grant; endsAt: number }>()
  readonly #refresh = new Map<string, { grant: Grant; used: boolean }>()
  /** Every value that only the client and the issuer may know. */
  readonly secrets = new Set<string>()
  /** How often a refresh token was used again. */
  reuses = 0
  families = 0
  revokedFamilies = 0

  constructor(rules: GrantRules) {
    this.#rules = rules
  }

  makeSecret(kind: string, length = 0): string {
    const value = `${kind}-${randomUUID()}`.padEnd(length, 'p')
    this.secrets.add(value)
    return value
  }

  addCode(code: Code): string {
    const value = this.makeSecret('code')
    this.#codes.set(value, { ...code, used: false })
    return value
  }

  /** Returns null if the code does not exist, was used before, or is for another client, address or verifier. */
  useCode(value: string, client: string, redirectUri: string, verifier: string): Grant | null {
    const code = this.#codes.get(value)
    if (verifier !== '') this.secrets.add(verifier)
    if (code === undefined || code.used || code.client !== client || code.redirectUri !== redirectUri) return null
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) return null
    code.used = true
    return this.newGrant(code)
  }

  newGrant({ client, scope, resource }: Omit<Grant, 'revoked'>): Grant {
    this.families += 1
    return { client, scope, resource, revoked: false }
  }

  issue(grant: Grant, withRefresh = this.#rules.refreshTokens): IssuedTokens {
    const access = this.makeSecret('access', this.#rules.tokenLength)
    const accessMs = this.#rules.accessMs()
    this.#access.set(access, { grant, endsAt: this.#rules.now() + accessMs })
    const refresh = withRefresh ? this.makeSecret('refresh', this.#rules.tokenLength) : null
    if (refresh !== null) this.#refresh.set(refresh, { grant, used: false })
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: Math.floor(accessMs / 1000),
      ...(refresh !== null && { refresh_token: refresh }),
      ...(grant.scope !== '' && { scope: grant.scope }),
    }
  }

  /** Returns new tokens. Null means `invalid_grant`. A token that is used twice revokes all tokens of its family. */
  refresh(value: string, client: string): IssuedTokens | null {
    const token = this.#refresh.get(value)
    if (token === undefined || token.grant.client !== client) return null
    if (token.used) {
      this.reuses += 1
      this.revoke(token.grant)
    }
    if (token.grant.revoked) return null
    if (!this.#rules.rotation) return this.issue(token.grant, false)
    token.used = true
    return this.issue(token.grant)
  }

  revoke(grant: Grant): void {
    if (!grant.revoked) this.revokedFamilies += 1
    grant.revoked = true
  }

  revokeToken(value: string): void {
    const grant = this.#refresh.get(value)?.grant ?? this.#access.get(value)?.grant
    if (grant !== undefined) this.revoke(grant)
  }

  revokeAll(): void {
    for (const { grant } of [...this.#access.values(), ...this.#refresh.values()]) this.revoke(grant)
  }

  /** Ends access tokens early, like a server that lost its sessions. */
  endAccessTokens(): void {
    for (const token of this.#access.values()) token.endsAt = 0
  }

  /** Returns null if the token is unknown, expired or revoked. */
  check(accessToken: string): Grant | null {
    const token = this.#access.get(accessToken)
    if (token === undefined || token.grant.revoked || token.endsAt <= this.#rules.now()) return null
    return token.grant
  }
}
