/** One server's sign-in: what is known about it, and what a person can do. */
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
   * Resolves with the address to open. Null: the sign-in is done without a person. Rejects with what went wrong, as
   * does `callback`, because their own places on the page show the error.
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
          // The engine finds the issuer and asks it first, each step within its own time limit.
          return (await api.signIn.begin({ slug }, noTimeout)).authorizationUrl
        } finally {
          // The sign-in's steps say what went wrong.
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
