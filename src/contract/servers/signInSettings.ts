/** How a remote server's sign-in is configured, where its issuer needs more than discovery. All of it is optional. */
import { z } from 'zod'
import { inputBounds } from '#contract/inputBounds'

/** `code`: a person signs in. `client-credentials` and `enterprise`: no one has to. */
export const signInGrant = z.enum(['code', 'client-credentials', 'enterprise'])
export type SignInGrant = z.infer<typeof signInGrant>

/** How the redirect address spells this machine: some issuers accept only one of them. */
export const redirectHost = z.enum(['127.0.0.1', 'localhost'])
export type RedirectHost = z.infer<typeof redirectHost>

const text = z.string().trim().min(1).max(2_000)
const secret = z.string().min(1).max(inputBounds.value)

/** Enterprise-managed sign-in: the organisation's identity provider vouches for the person. */
export const identityProvider = z
  .object({
    tokenEndpoint: text,
    clientId: text,
    clientSecret: secret.optional(),
    /** The ID token of the person, usually a `${NAME}`. */
    idToken: secret,
  })
  .strict()

/** Where the settings have secrets. */
export const signInSecret = z.enum([
  'clientSecret',
  'privateKey',
  'identityProvider.clientSecret',
  'identityProvider.idToken',
])
export type SignInSecret = z.infer<typeof signInSecret>

export const signInSettings = z
  .object({
    grant: signInGrant.optional(),
    /** Registered by hand at the issuer. */
    clientId: text.optional(),
    clientSecret: secret.optional(),
    /** A PEM text, for client credentials with a signed assertion. */
    privateKey: secret.optional(),
    /** Replaces the scopes that the server asks for. */
    scope: text.optional(),
    redirectHost: redirectHost.optional(),
    redirectPort: z.number().int().min(1).max(65_535).optional(),
    /** The issuer supports PKCE although its metadata does not say so. */
    assumePkce: z.boolean().optional(),
    /** False: the issuer in its metadata may differ from the address that names it. */
    issuerCheck: z.boolean().optional(),
    /** The `resource` of the requests, or `omit` for an issuer that rejects it. */
    resource: text.optional(),
    /** Refreshes name the scopes again. */
    scopeOnRefresh: z.boolean().optional(),
    identityProvider: identityProvider.optional(),
  })
  .strict()
export type SignInSettings = z.infer<typeof signInSettings>

/** Null keeps a secret that was not shown; an omitted one is removed. */
export const signInChange = signInSettings.extend({
  clientSecret: secret.nullable().optional(),
  privateKey: secret.nullable().optional(),
  identityProvider: identityProvider
    .extend({ clientSecret: secret.nullable().optional(), idToken: secret.nullable() })
    .optional(),
})
export type SignInChange = z.infer<typeof signInChange>

/** As shown: without the values of its secrets. */
export const shownSignIn = signInSettings.omit({ clientSecret: true, privateKey: true }).extend({
  identityProvider: identityProvider.omit({ clientSecret: true, idToken: true }).optional(),
  secretNames: z.array(signInSecret),
})
export type ShownSignIn = z.infer<typeof shownSignIn>
