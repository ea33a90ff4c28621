/** What a person can do with a hosted server, and with its volumes. */
import { useMemo } from 'react'
import type { HostedServer, HostedVolume } from '#contract/hosting/hostedServer'
import type { HostedRegistrationInput } from '#contract/hosting/registration'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { fetchAsFile } from '#renderer/client/fetchAsFile.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface HostingActions {
  /** Rejects: its form says what is wrong. */
  register(registration: HostedRegistrationInput): Promise<HostedServer>
  restart(server: HostedServer): Promise<void>
  /** Its volumes stay. */
  remove(server: HostedServer): Promise<void>
  backUp(volume: Pick<HostedVolume, 'name'>): Promise<void>
  removeVolume(volume: HostedVolume): Promise<void>
}

export function useHostingActions(): HostingActions {
  const { api, cache, queries } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  return useMemo(() => {
    const listKey = queries.hosting.list.queryKey()
    const readAgain = async () => {
      await Promise.all([
        cache.invalidateQueries({ queryKey: queries.hosting.list.key() }),
        cache.invalidateQueries({ queryKey: queries.hosting.volumes.key() }),
      ])
    }
    const put = (server: HostedServer) =>
      cache.setQueryData(listKey, (known) => {
        if (known === undefined) return known
        const isThere = known.some(({ id }) => id === server.id)
        return isThere ? known.map((one) => (one.id === server.id ? server : one)) : [...known, server]
      })
    const change = async (failure: string, act: () => Promise<unknown>) => {
      const isDone = await attempt(failure, act)
      await readAgain()
      return isDone
    }
    return {
      async register(registration) {
        const server = await api.hosting.register(registration, noTimeout)
        put(server)
        await readAgain()
        return server
      },
      async restart({ id, name }) {
        const restarting = (known: HostedServer[] | undefined) =>
          known?.map((one) => (one.id === id ? { ...one, status: 'restarting' as const, next_restart_at: null } : one))
        cache.setQueryData(listKey, restarting)
        await change(`Could not restart ${visibleText(name)}`, async () => {
          put(await api.hosting.restart({ id }, noTimeout))
        })
      },
      async remove({ id, name, volumes }) {
        const title = visibleText(name)
        const restore = () =>
          change(`Could not bring ${title} back`, async () => {
            put(await api.hosting.restore({ id }, noTimeout))
          })
        cache.setQueryData(listKey, (known) => known?.filter((one) => one.id !== id))
        await change(`Could not remove ${title}`, async () => {
          await api.hosting.remove({ params: { id }, query: { volumes: false } }, noTimeout)
          show({
            title: `Removed ${title}`,
            ...(volumes.length > 0 && { detail: 'Its volumes are kept, until you delete them.' }),
            action: { label: 'Undo', run: () => void restore() },
          })
        })
      },
      async backUp({ name }) {
        await attempt(`Could not back up ${name}`, async () => {
          const { url } = await api.hosting.backupAddress({ name })
          if (url === null) throw new Error('No port is open, from which it could be fetched.')
          await fetchAsFile(url, `${name}.tar`)
        })
      },
      async removeVolume({ name }) {
        await change(`Could not delete ${name}`, () => api.hosting.removeVolume({ name }))
      },
    }
  }, [api, cache, queries, show, attempt])
}
