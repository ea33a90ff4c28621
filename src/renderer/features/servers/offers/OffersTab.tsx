/** A server's resources, resource templates and prompts. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import type { CatalogPlace } from '#contract/tools/catalog'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { OfferList } from '#renderer/features/servers/offers/OfferList.tsx'
import { filterOffers, kindTitles, type Offer, offersOf } from '#renderer/features/servers/offers/offers.ts'
import { PromptSheet } from '#renderer/features/servers/offers/PromptSheet.tsx'
import { ResourceSheet } from '#renderer/features/servers/offers/ResourceSheet.tsx'
import { useNamesIn } from '#renderer/model/projects/chosenProject.ts'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'
import { wordsOf } from '#renderer/model/tools/toolFilter.ts'
import { FilterChoice } from '#renderer/ui/controls/FilterChoice.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { NoMatch } from '#renderer/ui/notes/NoMatch.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'

/** Why nothing can be read now; null: reading works. */
function waitText(server: ServerSnapshot): string | null {
  if (server.projects.length === 0) return 'Add the server to a project to see its resources and prompts.'
  if (!server.enabled) return 'Switch the server on to see its resources and prompts.'
  if (onlyLacksSignIn(server)) return 'Resources and prompts appear after the sign-in.'
  switch (server.state.kind) {
    case 'starting':
      return 'Its resources and prompts appear here once it is ready.'
    case 'backingOff':
    case 'failed':
      return 'The server is not running, so its resources and prompts cannot be read.'
    case 'ready':
    case 'stopped':
    case 'stopping':
      return null
  }
}

export function OffersTab({ server }: { server: ServerSnapshot }) {
  const { queries } = useEngine()
  const named = useNamesIn(server.enabledIn)
  const place: CatalogPlace = { server: server.slug, ...(named !== null && { projectId: named }) }
  const waits = waitText(server)
  // Reading the lists may start the server.
  const when = { enabled: waits === null, ...noTimeout }
  const resources = useQuery({ ...queries.catalog.resources.queryOptions({ input: place, ...noTimeout }), ...when })
  const prompts = useQuery({ ...queries.catalog.prompts.queryOptions({ input: place, ...noTimeout }), ...when })
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<string | undefined>(undefined)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const offers = useMemo(() => offersOf(resources.data ?? [], prompts.data ?? []), [resources.data, prompts.data])
  const shown = useMemo(() => filterOffers(offers, kind, wordsOf(search)), [offers, kind, search])
  const error = resources.error ?? prompts.error
  const again = () => {
    void resources.refetch()
    void prompts.refetch()
  }
  if (waits !== null) return <p className="p-10 text-center text-sm text-muted">{waits}</p>
  if (error !== null)
    return <ReadFailure what="The resources and prompts" error={error} onAgain={again} className="m-5" />
  if (resources.isPending || prompts.isPending)
    return (
      <p role="status" className="p-10 text-center text-sm text-muted">
        Reading resources and prompts…
      </p>
    )
  if (offers.length === 0)
    return <p className="p-10 text-center text-sm text-muted">This server offers no resources or prompts.</p>
  const clear = () => {
    setSearch('')
    setKind(undefined)
  }
  const open = offers.find(({ key }) => key === openKey)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-2">
        <SearchBox
          label="Search resources and prompts"
          value={search}
          onChange={setSearch}
          className="max-w-72 min-w-40 flex-1"
        />
        <FilterChoice
          label="Kind"
          all="All kinds"
          value={kind}
          options={titledOptions(kindTitles)}
          onChange={setKind}
        />
      </div>
      {shown.length === 0 ? (
        <NoMatch onClear={clear}>No results</NoMatch>
      ) : (
        <OfferList offers={shown} onOpen={({ key }) => setOpenKey(key)} />
      )}
      {open !== undefined && <Sheet key={open.key} offer={open} place={place} onClose={() => setOpenKey(null)} />}
    </>
  )
}

function Sheet({ offer, ...rest }: { offer: Offer; place: CatalogPlace; onClose: () => void }) {
  return offer.kind === 'prompt' ? <PromptSheet offer={offer} {...rest} /> : <ResourceSheet offer={offer} {...rest} />
}
