/**
 * Offers the sample server to people without tools: one click, beside the command that runs. Until the first tools are
 * listed, the progress of the starting servers is shown.
 */
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import type { ServerSnapshot } from '#contract/servers/server'
import { sampleCommand } from '#renderer/model/servers/sampleServer.ts'
import { useSample } from '#renderer/model/servers/useSample.ts'
import { ServerStatusText } from '#renderer/parts/server/ServerStatusText.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function SampleServer({ projectId }: { projectId: string }) {
  const { add, busy } = useSample(projectId)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="min-w-0 flex-1 basis-64">
        No servers yet. The sample server has harmless tools and needs no network. It runs{' '}
        <code className="font-mono text-xs break-all">{sampleCommand}</code>, a part of Switchboard.
      </p>
      <Button size="small" disabled={busy} onClick={() => void add()}>
        <FlaskConical className="size-3.5" aria-hidden="true" />
        Add sample server
      </Button>
    </div>
  )
}

export function ServersOnTheWay({ servers }: { servers: readonly ServerSnapshot[] }) {
  return (
    <ul aria-label="Servers without tools yet" className="mt-4 flex flex-col gap-1 text-sm">
      {servers.map((server) => (
        <li key={server.slug} className="flex min-w-0 items-center gap-2">
          <Link
            to="/servers/$slug"
            params={{ slug: server.slug }}
            className="shrink-0 text-accent underline-offset-2 hover:underline"
          >
            {visibleText(server.name)}
          </Link>
          <ServerStatusText server={server} />
        </li>
      ))}
    </ul>
  )
}
