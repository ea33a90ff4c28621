/** One or two sentences on how much the client sees and what limits its view. */
import type { AccessClient } from '#contract/clients/access'
import type { ProjectSnapshot } from '#contract/project'
import { counted } from '#contract/text/counted'
import type { SightCounts } from '#renderer/features/projects/sight/sightLines.ts'
import type { Viewpoint } from '#renderer/features/projects/sight/sightWords.ts'
import { shortCount } from '#renderer/model/tools/toolCost.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface SightNotesProps {
  readonly viewpoint: Viewpoint
  /** Null: all projects. */
  readonly chosen: ProjectSnapshot | null
  readonly client: AccessClient | null
  readonly counts: SightCounts
  readonly isRead: boolean
  readonly isElsewhere: boolean
}

export function SightNotes({ viewpoint, chosen, client, counts, isRead, isElsewhere }: SightNotesProps) {
  if (!isRead || isElsewhere) return null
  const { seen, hidden, servers } = counts
  // The known cost is for everything that the client may see, so it is shown only if the list has no further filter.
  const isWhole = client !== null && (chosen?.id ?? client.projectId) === client.projectId
  // With tool search, the definitions of these tools are not part of the requests.
  const cost =
    isWhole && !client.search ? `, about ${shortCount(client.cost.estimatedTokens)} tokens in every request` : ''
  const notes = [
    client !== null && client.projectId !== null && chosen === null && viewpoint.project !== null
      ? `${visibleText(client.name)} can only use ${visibleText(viewpoint.project.name)}.`
      : null,
    client?.search === true ? 'The client gets three tools to find, describe and call these.' : null,
  ].filter((note) => note !== null)
  return (
    <div className="text-sm text-muted">
      <p className="tabular-nums" role="status">
        {seen + hidden > 0 &&
          `Seen: ${seen} of ${counted(seen + hidden, 'tool')} from ${counted(servers, 'server')}${cost}.`}
        {notes.length > 0 && ` ${notes.join(' ')}`}
      </p>
      {isWhole && client.warning !== null && <p className="text-warn">{visibleText(client.warning)}</p>}
    </div>
  )
}
