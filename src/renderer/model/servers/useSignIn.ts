/** The sign-in of one server: what is known about it, and what a person does. */
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
   * The address to open; null: it is done without a person. Rejects with what went wrong, as does `callback`: their own
   * places on the page show it.
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
          // The issuer is found and asked first, each step within its own time limit.
          return (await api.signIn.begin({ slug }, noTimeout)).authorizationUrl
        } finally {
          // What went wrong is among its steps.
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
