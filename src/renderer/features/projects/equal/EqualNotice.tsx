/** Offers to merge servers with the same launch. Nothing happens until a person agrees. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EqualServers } from '#contract/servers/equalServers'
import type { ProjectSnapshot } from '#contract/project'
import { useEngine } from '#renderer/client/engine.ts'
import { EqualDialog } from '#renderer/features/projects/equal/EqualDialog.tsx'
import { enumerated, nextOffer, offerKey } from '#renderer/features/projects/equal/equalWords.ts'
import { putOff, usePutOff } from '#renderer/features/projects/equal/putOff.ts'
import { toldApart } from '#renderer/features/projects/toldApart.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const none: readonly never[] = []

export function EqualNotice({ projects }: { projects: readonly ProjectSnapshot[] }) {
  const { queries } = useEngine()
  // If the equal servers cannot be read, no offer is shown.
  const { data: equal = none } = useQuery(queries.servers.equal.queryOptions())
  const { data: servers = none } = useServers()
  const [shown, setShown] = useState<EqualServers | null>(null)
  const next = nextOffer(equal, usePutOff())
  const nameOf = (slug: string) => visibleText(servers.find((server) => server.slug === slug)?.name ?? slug)
  const namesOf = ({ slug, others }: EqualServers) =>
    toldApart([slug, ...others].map((one) => ({ slug: one, name: nameOf(one) })))
  const projectNames = (offer: EqualServers) =>
    projects.filter(({ id }) => offer.projects.includes(id)).map(({ name }) => visibleText(name))
  const dialog = shown !== null && (
    <EqualDialog
      offer={shown}
      names={namesOf(shown)}
      projects={projectNames(shown)}
      onPutOff={() => {
        putOff(offerKey(shown))
        setShown(null)
      }}
      onClose={() => setShown(null)}
    />
  )
  if (next === null) return dialog
  const { offer, more } = next
  return (
    <section aria-label="Servers that can be merged" className="px-5 pt-3 max-md:px-3">
      <Notice tone="plain">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-56 flex-1">
            <strong className="font-medium">{enumerated(namesOf(offer))}</strong> have the same launch, in{' '}
            {enumerated(projectNames(offer))}. They could be one server.
            {more > 0 && <span className="text-muted"> {more} more like this.</span>}
          </p>
          <div className="flex gap-2">
            <Button look="quiet" size="small" onClick={() => putOff(offerKey(offer))}>
              Not now
            </Button>
            <Button size="small" onClick={() => setShown(offer)}>
              Show changes
            </Button>
          </div>
        </div>
      </Notice>
      {dialog}
    </section>
  )
}
