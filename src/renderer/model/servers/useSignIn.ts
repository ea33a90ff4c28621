/** One server's sign-in: its state, and the actions on it. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { useEngine } from '#renderer/client/engine.ts'
import { noTimeout } from '#renderer/client/api.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

export function useSignIn(slug: string, isWanted = true) {
  const { queries } = useEngine()
  return useQuery({ ...queries.signIn.state.queryOptions({ input: { slug } }), enabled: isWanted })
}

export interface SignInActions {
  /**
   * Resolves with the address to open. Null: the sign-in succeeded without a person. `begin` and `callback` reject with
   * the error, because the page shows it beside their buttons.
   */
  begin(): Promise<string | null>
  callback(url: string): Promise<void>
  cancel(): Promise<void>
  end(): Promise<void>
  forget(): Promise<void>
}

export function useSignInActions(slug: string): SignInActions {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  return useMemo(() => {
    const key = queries.signIn.state.queryKey({ input: { slug } })
    const take = (snapshot: SignInSnapshot) => cache.setQueryData(key, snapshot)
    return {
      async begin() {
        try {
          // There is no time limit: the engine first finds and asks the issuer, each step within its own limit.
          return (await api.signIn.begin({ slug }, noTimeout)).authorizationUrl
        } finally {
          // The sign-in's steps are read again, because they say what went wrong.
          await cache.invalidateQueries({ queryKey: key })
        }
      },
      async callback(url) {
        try {
          take(await api.signIn.callback({ slug, url }, noTimeout))
        } finally {
          await cache.invalidateQueries({ queryKey: key })
        }
      },
      async cancel() {
        await attempt('Could not cancel the sign-in', async () => take(await api.signIn.cancel({ slug })))
      },
      async end() {
        await attempt('Could not sign out', async () => take(await api.signIn.end({ slug }, noTimeout)))
      },
      async forget() {
        await attempt('Could not forget the sign-in', async () => take(await api.signIn.forget({ slug }, noTimeout)))
      },
    }
  }, [api, cache, queries, attempt, slug])
}
