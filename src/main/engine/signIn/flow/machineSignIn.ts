/**
 * Signs in with a machine's credentials. It starts with discovery each time, because nothing needs to be stored for it.
 */
import { findIssuer } from '#engine/signIn/flow/personSignIn'
import type { FlowContext } from '#engine/signIn/flow/flowContext'
import { type MachineOutcome, requestMachineTokens } from '#engine/signIn/flow/machineTokens'
import { clientFor } from '#engine/signIn/flow/registration'
import type { KeptClient, KeptSignIn } from '#engine/signIn/keptSignIn'
import { signInError } from '#engine/signIn/signInError'
import type { Challenge } from '#engine/signIn/state/challenge'

export interface MachineWish {
  readonly challenge: Challenge | null
  readonly kept: KeptSignIn | null
}

export async function askForMachine(
  context: FlowContext,
  { challenge, kept }: MachineWish,
): Promise<{ outcome: MachineOutcome; client: KeptClient }> {
  const { server } = context
  if (server.settings.clientId === undefined)
    throw signInError(`To sign in without a person, ${server.slug} needs a client id in its settings.`)
  const before = challenge?.error === 'insufficient_scope' ? (kept?.tokens?.scopes ?? []) : []
  const { found, scopes } = await findIssuer(context, { challenge, before })
  const clients = kept?.clients ?? []
  const wish = { issuer: found.issuer, redirectUri: '', scopes, kept: clients, metadataDocument: null }
  const client = await clientFor(context, wish)
  return { outcome: await requestMachineTokens(context, found, scopes), client }
}
