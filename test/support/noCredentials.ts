import type { CredentialsFor } from '#engine/connections/transports/credentials'

/** For launches that have no sign-in account. */
export const noCredentials: CredentialsFor = () => {
  throw new Error('this launch has no account')
}
