/** Leads out of why a tool is hidden: its switch, the client's choice, how tools are named, or its server. */
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ToolInSight } from '#contract/tools/sight'
import { type Place, wayOut } from '#renderer/features/projects/sight/sightWords.ts'
import type { SightSwitches } from '#renderer/features/projects/sight/useSight.ts'
import { Button, buttonLook } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface WayOutProps {
  readonly tool: ToolInSight
  readonly serverName: string
  readonly place: Place
  /** Its server has a page: the engine itself has none. */
  readonly hasPage: boolean
  readonly switches: SightSwitches & { changeNaming(): void }
}

const above = 'relative z-10'
const link = clsx(buttonLook('quiet', 'small'), above)

export function WayOutButton({ tool, serverName, place, hasPage, switches }: WayOutProps) {
  const way = wayOut(tool, place)
  const name = visibleText(tool.name)
  const server = visibleText(serverName)
  switch (way) {
    case null:
      return null
    case 'switchTool':
      return (
        <Button
          look="quiet"
          size="small"
          className={above}
          aria-label={`Switch on ${name} of ${server}`}
          onClick={() => switches.switchToolOn(tool, serverName)}
        >
          Switch on
        </Button>
      )
    case 'choice':
      return (
        <Link
          to="/clients"
          search={{ change: place.client?.id ?? '' }}
          className={link}
          aria-label={`Change choice for ${name} of ${server}`}
        >
          Change choice
        </Link>
      )
    case 'naming':
      return (
        <Button
          look="quiet"
          size="small"
          className={above}
          aria-label={`Change naming for ${name} of ${server}`}
          onClick={() => switches.changeNaming()}
        >
          Change naming
        </Button>
      )
    case 'server':
      if (!hasPage) return null
      return (
        <Link
          to="/servers/$slug"
          params={{ slug: tool.server }}
          className={link}
          aria-label={`Open server ${server}, for ${name}`}
        >
          Open server
        </Link>
      )
  }
}
