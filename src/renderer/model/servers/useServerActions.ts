/** Actions on servers. Their effect is shown immediately, and undone with a message if the engine refuses. */
import { useMemo } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import type { ImportResult } from '#contract/servers/import'
import type { NewServerInput, ServerChange, ServerSnapshot } from '#contract/servers/server'
import type { Api } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { serversAfter } from '#renderer/client/serversAfter.ts'
import { switchedServer } from '#renderer/model/servers/switchedServer.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** What to import: text, or a client's files. */
export type WantedImport = Parameters<Api['servers']['import']>[0]

export interface ServerActions {
  /** `projectId`: the project. Null: every project that has the server. */
  setEnabled(server: ServerSnapshot, enabled: boolean, projectId: string | null): Promise<void>
  /** Adds the server, switched on. */
  putInto(server: ServerSnapshot, project: Pick<ProjectSnapshot, 'id' | 'name'>): Promise<void>
  takeOut(server: ServerSnapshot, project: Pick<ProjectSnapshot, 'id' | 'name'>): Promise<void>
  restart(server: ServerSnapshot): Promise<void>
  remove(server: ServerSnapshot): Promise<void>
  /** These methods reject, so that their forms can show the error. */
  add(server: NewServerInput): Promise<ServerSnapshot>
  update(slug: string, change: ServerChange): Promise<ServerSnapshot>
  /** Sets the group in one project. `update` sets it in all projects that have the server. */
  setGroup(slug: string, projectId: string, group: string | null): Promise<void>
  importServers(wanted: WantedImport): Promise<ImportResult>
  /** Removes the imported servers and restores those they replaced. */
  undoImport(id: string): Promise<void>
}

export function useServerActions(): ServerActions {
  const { api, cache, queries } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  return useMemo(() => {
    const listKey = queries.servers.list.queryKey()
    const put = (...servers: ServerSnapshot[]) => {
      const events = servers.map((server) => ({ type: 'server.changed', server }) as const)
      cache.setQueryData(listKey, (known) => known && serversAfter(known, events))
    }
    const take = (slug: string) =>
      cache.setQueryData(listKey, (known) => known && serversAfter(known, [{ type: 'server.removed', slug }]))
    const attemptOrReread = async (failure: string, act: () => Promise<unknown>) => {
      if (!(await attempt(failure, act))) await cache.invalidateQueries({ queryKey: listKey })
    }
    const restore = (slug: string, name: string) =>
      attemptOrReread(`Could not restore ${name}`, async () => put(await api.servers.restore({ slug })))
    return {
      async setEnabled({ slug, name }, enabled, projectId) {
        cache.setQueryData(listKey, (known) =>
          known?.map((one) => (one.slug === slug ? switchedServer(one, enabled, projectId) : one)),
        )
        await attemptOrReread(`Could not switch ${visibleText(name)} ${enabled ? 'on' : 'off'}`, async () => {
          if (projectId === null) put(await api.servers.setEnabled({ slug, enabled }))
          else await api.projects.putServer({ id: projectId, slug, enabled })
        })
      },
      async putInto({ slug, name }, { id, name: project }) {
        const what = `${visibleText(name)} to ${visibleText(project)}`
        await attempt(`Could not add ${what}`, async () => {
          await api.projects.putServer({ id, slug, enabled: true })
          const takeBack = () => api.projects.removeServer({ id, slug })
          show({
            title: `Added ${what}`,
            action: { label: 'Undo', run: () => void attempt('Could not undo this', takeBack) },
          })
        })
      },
      async takeOut({ slug, name }, { id, name: project }) {
        const what = `${visibleText(name)} from ${visibleText(project)}`
        await attempt(`Could not remove ${what}`, async () => {
          await api.projects.removeServer({ id, slug })
          const takeBack = () => api.projects.restoreServer({ id, slug })
          show({
            title: `Removed ${what}`,
            action: { label: 'Undo', run: () => void attempt('Could not undo this', takeBack) },
          })
        })
      },
      async restart(server) {
        await attemptOrReread(`Could not restart ${visibleText(server.name)}`, async () =>
          put(await api.servers.restart({ slug: server.slug })),
        )
      },
      async remove(server) {
        const name = visibleText(server.name)
        take(server.slug)
        await attemptOrReread(`Could not remove ${name}`, async () => {
          await api.servers.remove({ slug: server.slug })
          show({ title: `Removed ${name}`, action: { label: 'Undo', run: () => void restore(server.slug, name) } })
        })
      },
      async add(server) {
        const added = await api.servers.add(server)
        put(added)
        return added
      },
      async update(slug, change) {
        const changed = await api.servers.update({ slug, ...change })
        put(changed)
        return changed
      },
      async setGroup(slug, id, group) {
        await api.projects.putServer({ id, slug, group })
      },
      async importServers(wanted) {
        const result = await api.servers.import(wanted)
        put(...result.servers)
        return result
      },
      async undoImport(id) {
        await attemptOrReread('Could not undo the import', async () => {
          const { removed, restored } = await api.servers.undoImport({ id })
          for (const slug of removed) take(slug)
          put(...restored)
        })
      },
    }
  }, [api, cache, queries, show, attempt])
}
