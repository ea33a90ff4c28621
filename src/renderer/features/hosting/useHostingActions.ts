/** A person's actions on hosted servers and volumes. */
import { useMemo } from 'react'
import type { HostedServer, HostedVolume } from '#contract/hosting/hostedServer'
import type {
  HostedChangeInput,
  HostedRegistrationInput,
  IsolationAskedInput,
  PackageRegistrationInput,
} from '#contract/hosting/registration'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { fetchAsFile } from '#renderer/client/fetchAsFile.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface HostingActions {
  /** Rejects, so that the form can show the error. */
  register(registration: HostedRegistrationInput): Promise<HostedServer>
  /** `addPackage` and `isolate` reject like `register`. */
  addPackage(registration: PackageRegistrationInput): Promise<HostedServer>
  isolate(slug: string, asked: IsolationAskedInput): Promise<HostedServer>
  /** Moves the server out of its container: it is a process on this machine again. */
  release(server: HostedServer): Promise<boolean>
  change(server: HostedServer, change: HostedChangeInput): Promise<void>
  restart(server: HostedServer): Promise<void>
  /** Removes the server; its volumes stay. */
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
    const come = async (coming: Promise<HostedServer>) => {
      const server = await coming
      put(server)
      await readAgain()
      return server
    }
    return {
      register: (registration) => come(api.hosting.register(registration, noTimeout)),
      addPackage: (registration) => come(api.hosting.addPackage(registration, noTimeout)),
      isolate: (slug, asked) => come(api.hosting.isolate({ slug, asked }, noTimeout)),
      async release({ id, name }) {
        return change(`Could not move ${visibleText(name)} out of its container`, async () => {
          await api.hosting.release({ id }, noTimeout)
          show({ title: `${visibleText(name)} runs on this machine again` })
        })
      },
      async change({ id, name }, wanted) {
        put(await api.hosting.change({ id, change: wanted }, noTimeout))
        const takeBack = () =>
          change(`Could not undo the change to ${visibleText(name)}`, async () => {
            put(await api.hosting.undoChange({ id }, noTimeout))
          })
        show({
          title: `Changed ${visibleText(name)}`,
          action: { label: 'Undo', run: () => void takeBack() },
        })
        await readAgain()
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
          change(`Could not restore ${title}`, async () => {
            put(await api.hosting.restore({ id }, noTimeout))
          })
        cache.setQueryData(listKey, (known) => known?.filter((one) => one.id !== id))
        await change(`Could not remove ${title}`, async () => {
          await api.hosting.remove({ params: { id }, query: { volumes: false } }, noTimeout)
          show({
            title: `Removed ${title}`,
            ...(volumes.length > 0 && { detail: 'Its volumes are kept until you delete them.' }),
            action: { label: 'Undo', run: () => void restore() },
          })
        })
      },
      async backUp({ name }) {
        await attempt(`Could not back up ${name}`, async () => {
          const { url } = await api.hosting.backupAddress({ name })
          if (url === null) throw new Error('The engine has no open port to download the backup from.')
          await fetchAsFile(url, `${name}.tar`)
        })
      },
      async removeVolume({ name }) {
        await change(`Could not delete ${name}`, () => api.hosting.removeVolume({ name }))
      },
    }
  }, [api, cache, queries, show, attempt])
}
