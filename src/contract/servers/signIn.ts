/** The sign-in of a remote server, in the form for every side. No token is ever part of it. */
import { z } from 'zod'
import { stateError } from '#contract/servers/stateError'

/**
 * `none`: the server has not asked for one. `waiting`: a person is signing in. `cannotRefresh`: the issuer does not
 * answer; the sign-in still exists and is tried again.
 */
export const signInKind = z.enum(['none', 'needed', 'waiting', 'signedIn', 'cannotRefresh'])
export type SignInKind = z.infer<typeof signInKind>

/** How the client came to its id. */
export const clientRegistration = z.enum(['given', 'metadata-document', 'dynamic'])
export type ClientRegistration = z.infer<typeof clientRegistration>

/** `challenge`: the server's refusal. `resource`, `issuer`: their metadata documents. `client`: its registration. */
export const signInPhase = z.enum(['challenge', 'resource', 'issuer', 'client', 'authorization', 'token', 'refresh'])
export type SignInPhase = z.infer<typeof signInPhase>

/** One step of the last sign-in or refresh, for a person who wants to know where it failed. */
export const signInStep = z.object({
  phase: signInPhase,
  at: z.number(),
  outcome: z.enum(['ok', 'warning', 'failed']),
  /** In words, with addresses but without secrets. */
  text: z.string(),
})
export type SignInStep = z.infer<typeof signInStep>

/** Times are epoch milliseconds. */
export const signInSnapshot = z.object({
  state: signInKind,
  issuer: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Null: not known, because the issuer does not say. */
  expiresAt: z.number().nullable(),
  nextRefreshAt: z.number().nullable(),
  /** Why it is needed, or cannot be refreshed. */
  error: stateError.nullable(),
  /** Who is signed in, if the issuer says. */
  account: z.string().nullable(),
  clientId: z.string().nullable(),
  registration: clientRegistration.nullable(),
  /** The address at which this machine waits for the browser; null unless it does. */
  redirectUri: z.string().nullable(),
  /** While it waits: the page to open in the browser. */
  authorizationUrl: z.string().nullable(),
  steps: z.array(signInStep),
})
export type SignInSnapshot = z.infer<typeof signInSnapshot>
