/** The routes for signing in to remote servers. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { AppError } from '#contract/errors'
import { hasAddress, hasProcess } from '#contract/servers/transports'
import { hasOwnCredentials } from '#engine/connections/transports/httpLaunch'
import type { Engine } from '#engine/createEngine'

export function signInHandlers({ registry, signIns }: Engine) {
  const os = implement(contract.signIn)
  const accountOf = (slug: string) => {
    const { id, slug: current, launch } = registry.wholeOf(slug).definition
    if (hasAddress(launch)) return { account: id, isOwn: hasOwnCredentials(launch), current }
    const where = hasProcess(launch) ? 'runs on this machine' : 'runs in a container'
    throw new AppError('CONFLICT', `Server ${current} ${where}: there is nothing to sign in to.`)
  }
  const snapshot = async (slug: string, work: (account: string) => Promise<void>) => {
    const { account } = accountOf(slug)
    await work(account)
    return signIns.snapshotOf(account)
  }
  return os.router({
    state: os.state.handler(({ input }) => signIns.snapshotOf(accountOf(input.slug).account)),
    begin: os.begin.handler(async ({ input }) => {
      const { account, isOwn, current } = accountOf(input.slug)
      if (isOwn)
        throw new AppError(
          'CONFLICT',
          `Server ${current} has credentials in its settings. Remove the header or password there to sign in instead.`,
        )
      return { authorizationUrl: await signIns.begin(account) }
    }),
    callback: os.callback.handler(({ input: { slug, url } }) =>
      snapshot(slug, (account) => signIns.callback(account, url)),
    ),
    cancel: os.cancel.handler(({ input }) => snapshot(input.slug, (account) => signIns.cancel(account))),
    end: os.end.handler(({ input }) => snapshot(input.slug, (account) => signIns.end(account))),
    forget: os.forget.handler(({ input }) => snapshot(input.slug, (account) => signIns.forget(account))),
  })
}
