/** How a remote server's sign-in is configured, if its issuer needs more than discovery. Every setting is optional. */
import { z } from 'zod'
import { inputBounds } from '#contract/inputBounds'

/** `code`: a person signs in. `client-credentials` and `enterprise` need no person. */
export const signInGrant = z.enum(['code', 'client-credentials', 'enterprise'])
export type SignInGrant = z.infer<typeof signInGrant>

/** How the redirect address names this machine. Some issuers accept only one of these. */
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
    /** The person's ID token, usually a `${NAME}`. */
    idToken: secret,
  })
  .strict()

/** The settings that are secret. */
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
    /** The id of a client that was registered by hand at the issuer. */
    clientId: text.optional(),
    clientSecret: secret.optional(),
    /** A PEM text, for client credentials with a signed assertion. */
    privateKey: secret.optional(),
    /** Replaces the scopes that the server requests. */
    scope: text.optional(),
    redirectHost: redirectHost.optional(),
    redirectPort: z.number().int().min(1).max(65_535).optional(),
    /** The issuer supports PKCE although its metadata does not say so. */
    assumePkce: z.boolean().optional(),
    /** False: the issuer in the metadata may differ from the address where the metadata was found. */
    issuerCheck: z.boolean().optional(),
    /** The `resource` parameter of the requests, or `omit` for an issuer that rejects the parameter. */
    resource: text.optional(),
    /** Refresh requests name the scopes again. */
    scopeOnRefresh: z.boolean().optional(),
    identityProvider: identityProvider.optional(),
  })
  .strict()
export type SignInSettings = z.infer<typeof signInSettings>

/** Null keeps a secret that was not shown. An omitted secret is removed. */
export const signInChange = signInSettings.extend({
  clientSecret: secret.nullable().optional(),
  privateKey: secret.nullable().optional(),
  identityProvider: identityProvider
    .extend({ clientSecret: secret.nullable().optional(), idToken: secret.nullable() })
    .optional(),
})
export type SignInChange = z.infer<typeof signInChange>

/** The settings as shown, without secret values. */
export const shownSignIn = signInSettings.omit({ clientSecret: true, privateKey: true }).extend({
  identityProvider: identityProvider.omit({ clientSecret: true, idToken: true }).optional(),
  secretNames: z.array(signInSecret),
})
export type ShownSignIn = z.infer<typeof shownSignIn>
