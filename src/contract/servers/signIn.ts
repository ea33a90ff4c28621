/** A remote server's sign-in, in the shape that every side uses. It never contains a token. */
import { z } from 'zod'
import { stateError } from '#contract/servers/stateError'

/**
 * `none`: the server has not asked for a sign-in. `waiting`: a person is signing in. `cannotRefresh`: the issuer does
 * not answer; the sign-in still exists, and the refresh is tried again.
 */
export const signInKind = z.enum(['none', 'needed', 'waiting', 'signedIn', 'cannotRefresh'])
export type SignInKind = z.infer<typeof signInKind>

/** How Switchboard got its client id. */
export const clientRegistration = z.enum(['given', 'metadata-document', 'dynamic'])
export type ClientRegistration = z.infer<typeof clientRegistration>

/**
 * `challenge`: the server's refusal. `resource`, `issuer`: their metadata documents. `client`: the registration of
 * Switchboard.
 */
export const signInPhase = z.enum(['challenge', 'resource', 'issuer', 'client', 'authorization', 'token', 'refresh'])
export type SignInPhase = z.infer<typeof signInPhase>

/** One step of the last sign-in or refresh, for a person who wants to know where it failed. */
export const signInStep = z.object({
  phase: signInPhase,
  at: z.number(),
  outcome: z.enum(['ok', 'warning', 'failed']),
  /** What happened, in words, with addresses but without secrets. */
  text: z.string(),
})
export type SignInStep = z.infer<typeof signInStep>

/** Times are epoch milliseconds. */
export const signInSnapshot = z.object({
  state: signInKind,
  issuer: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Null: unknown, because the issuer does not say. */
  expiresAt: z.number().nullable(),
  nextRefreshAt: z.number().nullable(),
  /** Why a sign-in is needed, or cannot be refreshed. */
  error: stateError.nullable(),
  /** Who is signed in, if the issuer says so. */
  account: z.string().nullable(),
  clientId: z.string().nullable(),
  registration: clientRegistration.nullable(),
  /** The address at which this machine is waiting for the browser; null while no sign-in is waiting. */
  redirectUri: z.string().nullable(),
  /** While a sign-in is waiting: the page to open in the browser. */
  authorizationUrl: z.string().nullable(),
  steps: z.array(signInStep),
})
export type SignInSnapshot = z.infer<typeof signInSnapshot>
