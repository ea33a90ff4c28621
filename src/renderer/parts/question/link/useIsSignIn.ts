import { useServers } from '#renderer/model/servers/useServers.ts'
import { useSignIn } from '#renderer/model/servers/useSignIn.ts'

/** Whether an address is the page of the sign-in that waits at this server. Only the engine knows it besides the issuer. */
export function useIsSignIn(slug: string, address: string): boolean {
  const { data: servers } = useServers()
  const waits = servers?.find((server) => server.slug === slug)?.signIn === 'waiting'
  const { data: snapshot } = useSignIn(slug, waits)
  return waits && snapshot?.authorizationUrl === address
}
