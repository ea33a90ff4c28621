/** Leads to the setting that hides a tool: its switch, the client's choice, the naming of tools, or its server. */
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ToolInSight } from '#contract/tools/sight'
import { type Viewpoint, wayOut } from '#renderer/features/projects/sight/sightWords.ts'
import type { SightSwitches } from '#renderer/features/projects/sight/useSight.ts'
import { Button, buttonLook } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface WayOutProps {
  readonly tool: ToolInSight
  readonly serverName: string
  readonly viewpoint: Viewpoint
  /** False for the engine's own tools: their server has no page. */
  readonly hasPage: boolean
  readonly switches: SightSwitches & { changeNaming(): void }
}

const above = 'relative z-10'
const link = clsx(buttonLook('quiet', 'small'), above)

export function WayOutButton({ tool, serverName, viewpoint, hasPage, switches }: WayOutProps) {
  const way = wayOut(tool, viewpoint)
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
          search={{ change: viewpoint.client?.id ?? '' }}
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
