/**
 * The tools by server, each with the name that the client sees or the reason why it is hidden. Only visible lines are
 * rendered.
 */
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { EyeOff } from 'lucide-react'
import { memo } from 'react'
import type { ToolInSight } from '#contract/tools/sight'
import { counted } from '#contract/text/counted'
import { lineKey, type ServerLine, type SightLine } from '#renderer/features/projects/sight/sightLines.ts'
import { hiddenWords, type Viewpoint } from '#renderer/features/projects/sight/sightWords.ts'
import { WayOutButton, type WayOutProps } from '#renderer/features/projects/sight/WayOutButton.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { EqualRows } from '#renderer/ui/rows/EqualRows.tsx'
import { coversRow } from '#renderer/ui/rows/rows.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const rowHeight = 46

interface ServerRowProps extends Pick<WayOutProps, 'viewpoint' | 'switches'> {
  readonly line: ServerLine
}

function ServerRow({ line, viewpoint, switches }: ServerRowProps) {
  const name = visibleText(line.name)
  return (
    <div
      data-sight-server={line.slug}
      className="flex h-full items-end gap-3 border-b border-line px-5 pb-1.5 max-md:px-3"
    >
      <h2 className="min-w-0 truncate text-sm font-semibold">{name}</h2>
      <p className="min-w-0 flex-1 truncate text-sm text-muted tabular-nums">
        {line.seen === line.total ? counted(line.total, 'tool') : `${line.seen} of ${counted(line.total, 'tool')}`}
        {line.isOff && ', switched off'}
      </p>
      {line.isOff && viewpoint.project !== null && (
        <Button
          size="small"
          aria-label={`Switch on ${name} in ${visibleText(viewpoint.project.name)}`}
          onClick={() => switches.switchServerOn(line.slug, line.name)}
        >
          Switch on
        </Button>
      )}
    </div>
  )
}

/** The text below a tool's name. */
function aboutOf(tool: ToolInSight, viewpoint: Viewpoint, serverName: string): string {
  if (tool.hidden !== null) return hiddenWords(tool.hidden, tool.detail, viewpoint, serverName)
  const title = tool.title === tool.name ? null : tool.title
  // A prefixed name already shows the original one.
  if (tool.publicName?.endsWith(tool.name) === true) return visibleText(title ?? '')
  return `${title === null ? '' : `${visibleText(title)}. `}Original name: ${visibleText(tool.name)}.`
}

const ToolRow = memo(function ToolRow({ tool, serverName, viewpoint, switches, hasPage }: WayOutProps) {
  const isHidden = tool.hidden !== null
  const about = aboutOf(tool, viewpoint, serverName)
  const name = visibleText(tool.publicName ?? tool.name)
  const nameLook = clsx('truncate font-mono text-sm', isHidden ? 'text-muted' : 'font-medium')
  return (
    <div
      data-sight={tool.name}
      data-of={tool.server}
      data-hidden={tool.hidden ?? undefined}
      className={clsx(
        'relative flex h-full items-center gap-3 border-b border-line pr-5 pl-9 max-md:pr-3 max-md:pl-3',
        hasPage && 'transition-colors hover:bg-hover',
      )}
    >
      <div className="flex min-w-0 flex-1 items-center gap-x-4 max-md:flex-col max-md:items-start">
        <div className="flex max-w-full min-w-0 items-center gap-2 md:w-80 md:shrink-0">
          {isHidden && <EyeOff role="img" aria-label="Hidden" className="size-3.5 shrink-0 text-muted" />}
          {hasPage ? (
            <Link
              to="/servers/$slug"
              params={{ slug: tool.server }}
              data-row-link=""
              title={`Open ${visibleText(serverName)}`}
              className={clsx(nameLook, coversRow)}
            >
              {name}
            </Link>
          ) : (
            <span className={nameLook}>{name}</span>
          )}
          {tool.isChanged && (
            <span
              title="This tool has changed since its first use. Its next call needs approval."
              className="shrink-0 rounded bg-warn-tint px-1.5 text-xs text-warn"
            >
              Changed: next call needs approval
            </span>
          )}
        </div>
        {about !== '' && (
          <p
            title={about}
            className={clsx(
              'line-clamp-1 min-w-0 text-xs md:line-clamp-2',
              tool.hidden === 'quarantined' ? 'text-warn' : 'text-muted',
            )}
          >
            {about}
          </p>
        )}
      </div>
      <WayOutButton tool={tool} serverName={serverName} viewpoint={viewpoint} hasPage={hasPage} switches={switches} />
    </div>
  )
})

const lineLabel = (line: SightLine) => (line.kind === 'tool' ? (line.tool.publicName ?? line.tool.name) : line.name)

export interface SightListProps extends Pick<WayOutProps, 'viewpoint' | 'switches'> {
  readonly lines: readonly SightLine[]
  /** The names of the servers that have a page. */
  readonly names: ReadonlyMap<string, string>
}

export function SightList({ lines, names, viewpoint, switches }: SightListProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EqualRows
        label="Tools"
        rows={lines}
        keyOf={lineKey}
        labelOf={lineLabel}
        takesFocus={(line) => line.kind === 'tool' && names.has(line.tool.server)}
        height={rowHeight}
      >
        {(line) =>
          line.kind === 'server' ? (
            <ServerRow line={line} viewpoint={viewpoint} switches={switches} />
          ) : (
            <ToolRow
              tool={line.tool}
              serverName={line.serverName}
              viewpoint={viewpoint}
              switches={switches}
              hasPage={names.has(line.tool.server)}
            />
          )
        }
      </EqualRows>
    </div>
  )
}
