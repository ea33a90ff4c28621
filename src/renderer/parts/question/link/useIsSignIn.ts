import { useServers } from '#renderer/model/servers/useServers.ts'
import { useSignIn } from '#renderer/model/servers/useSignIn.ts'

/**
 * Whether the address is the sign-in page for which this server is waiting. Besides the issuer, only the engine knows
 * that address.
 */
export function useIsSignIn(slug: string, address: string): boolean {
  const { data: servers } = useServers()
  const waits = servers?.find((server) => server.slug === slug)?.signIn === 'waiting'
  const { data: snapshot } = useSignIn(slug, waits)
  return waits && snapshot?.authorizationUrl === address
}
