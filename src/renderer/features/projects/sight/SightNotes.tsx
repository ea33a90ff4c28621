/** In one or two sentences: how much the client sees, and what is to be known of it. */
import type { AccessClient } from '#contract/clients/access'
import type { ProjectSnapshot } from '#contract/project'
import { counted } from '#contract/text/counted'
import type { SightCounts } from '#renderer/features/projects/sight/sightLines.ts'
import type { Place } from '#renderer/features/projects/sight/sightWords.ts'
import { shortCount } from '#renderer/model/tools/toolCost.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface SightNotesProps {
  readonly place: Place
  /** Null: all projects are asked for. */
  readonly chosen: ProjectSnapshot | null
  readonly client: AccessClient | null
  readonly counts: SightCounts
  readonly isRead: boolean
  readonly isElsewhere: boolean
}

export function SightNotes({ place, chosen, client, counts, isRead, isElsewhere }: SightNotesProps) {
  if (!isRead || isElsewhere) return null
  const { seen, hidden, servers } = counts
  // Its cost is that of all that it may see, which is the same as here only where nothing narrows it.
  const isWhole = client !== null && (chosen?.id ?? client.projectId) === client.projectId
  const notes = [
    client !== null && client.projectId !== null && chosen === null && place.project !== null
      ? `${visibleText(client.name)} may use ${visibleText(place.project.name)} alone.`
      : null,
    client?.search === true ? 'It is given three tools to find, describe and call these.' : null,
  ].filter((note) => note !== null)
  return (
    <div className="text-sm text-muted">
      <p className="tabular-nums" role="status">
        {seen + hidden > 0 &&
          `Seen: ${seen} of ${counted(seen + hidden, 'tool')} from ${counted(servers, 'server')}${isWhole ? `, about ${shortCount(client.cost.estimatedTokens)} tokens in every request` : ''}.`}
        {notes.length > 0 && ` ${notes.join(' ')}`}
      </p>
      {isWhole && client.warning !== null && <p className="text-warn">{visibleText(client.warning)}</p>}
    </div>
  )
}
