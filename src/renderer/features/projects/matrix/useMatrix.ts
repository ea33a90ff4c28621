/**
 * The rows of the matrix, read again row by row after events. Changes are shown immediately and undone if the engine
 * refuses.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { messageOf } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { MatrixRow } from '#contract/projectServers'
import type { Api } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { failureWords, type Made } from '#renderer/features/projects/matrix/rows/failureWords.ts'
import { inversesOf, type MatrixChange, rowsAfter } from '#renderer/features/projects/matrix/rows/changes.ts'
import { createRowReader } from '#renderer/features/projects/matrix/rows/rowReader.ts'
import { staleRows } from '#renderer/features/projects/matrix/rows/staleRows.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Makes the changes, says what was done, and offers Undo. */
export type RunChanges = (said: string, changes: readonly MatrixChange[]) => void

export interface Matrix {
  readonly rows: readonly MatrixRow[] | undefined
  readonly error: Error | null
  readonly retry: () => void
  readonly run: RunChanges
}

function send(api: Api, change: MatrixChange): Promise<unknown> {
  const { slug, projectId: id } = change
  switch (change.kind) {
    case 'switch':
      return api.projects.putServer({ id, slug, enabled: change.enabled })
    case 'put':
      return api.projects.putServer({ id, slug, enabled: true })
    case 'takeOut':
      return api.projects.removeServer({ id, slug })
    case 'restore':
      return api.projects.restoreServer({ id, slug })
    case 'tools':
      return api.projects.setTools({ id, server: slug, names: [...change.names], enabled: change.enabled })
    case 'name': {
      const { tool, name: publicName, description } = change
      return api.projects.nameTool({ id, server: slug, name: tool, publicName, description })
    }
  }
}

function withRow(rows: readonly MatrixRow[], slug: string, row: MatrixRow | undefined): MatrixRow[] {
  return rows.flatMap((one) => (one.slug === slug ? (row ?? []) : one))
}

export function useMatrix(): Matrix {
  const { api, cache, queries, events } = useEngine()
  const { show } = useToasts()
  const key = useMemo(() => queries.projects.matrix.queryKey({ input: {} }), [queries])
  const { data, error, refetch } = useQuery({
    ...queries.projects.matrix.queryOptions({ input: {} }),
    // The cached rows are dropped when the matrix closes, because nothing updates them any more.
    gcTime: 0,
    structuralSharing: false,
  })
  const reader = useMemo(() => {
    const shown = () => cache.getQueryData(key) ?? []
    const readAll = async () => {
      const rows = await api.projects.matrix({})
      return () => cache.setQueryData(key, rows)
    }
    const rowReader = createRowReader({
      async readRow(slug) {
        // A new row needs all rows, which decide its position.
        if (!shown().some((row) => row.slug === slug)) return readAll()
        const [row] = await api.projects.matrix({ slug })
        return () => cache.setQueryData(key, withRow(shown(), slug, row))
      },
      readAll,
    })
    return { ...rowReader, hear: (told: readonly EngineEvent[]) => rowReader.markStale(staleRows(shown(), told)) }
  }, [api, cache, key])
  useEffect(() => events.listen(reader.hear), [events, reader])
  const run = useMemo<RunChanges>(() => {
    /** Makes the changes in order and stops at the first failure. Earlier changes remain. */
    const make = async (changes: readonly MatrixChange[]): Promise<Made> => {
      const release = reader.hold()
      cache.setQueryData(key, (known) => known && rowsAfter(known, changes))
      let done = 0
      try {
        for (const change of changes) {
          await send(api, change)
          done += 1
        }
        return { done, failure: null }
      } catch (thrown) {
        reader.markStale(changes.map(({ slug }) => slug))
        return { done, failure: visibleText(messageOf(thrown)) }
      } finally {
        release()
      }
    }
    return (said, changes) => {
      if (changes.length === 0) return
      const before = cache.getQueryData(key) ?? []
      void (async () => {
        const made = await make(changes)
        const inverses = inversesOf(before, changes.slice(0, made.done))
        const undo = async () => {
          const unmade = await make(inverses)
          if (unmade.failure !== null) show(failureWords('undo', before, inverses, unmade))
        }
        const told = made.failure === null ? { title: said } : failureWords('do', before, changes, made)
        show({ ...told, ...(inverses.length > 0 && { action: { label: 'Undo', run: () => void undo() } }) })
      })()
    }
  }, [api, cache, key, reader, show])
  return { rows: data, error: data === undefined ? error : null, retry: () => void refetch(), run }
}
