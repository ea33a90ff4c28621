import type { CredentialsFor } from '#engine/connections/transports/credentials'

/** For launches without an account. */
export const noCredentials: CredentialsFor = () => {
  throw new Error('this launch has no account')
}
