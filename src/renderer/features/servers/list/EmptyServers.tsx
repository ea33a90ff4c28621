import { useNavigate } from '@tanstack/react-router'
import { FileDown, FlaskConical, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { FoundServers, type FoundServersProps } from '#renderer/features/servers/first/FoundServers.tsx'
import { sampleCommand } from '#renderer/model/servers/sampleServer.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { useSample } from '#renderer/model/servers/useSample.ts'

interface WayProps {
  icon: ReactNode
  title: string
  children: ReactNode
  disabled?: boolean
  onClick: () => void
}

function Way({ icon, title, children, disabled = false, onClick }: WayProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="flex w-full items-start gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-left transition-colors hover:border-line-strong hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent"
    >
      {icon}
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </button>
  )
}

/** The servers page of a new user: servers found on this machine, and other ways to start. */
export function EmptyServers(props: FoundServersProps) {
  const dialogs = useServerDialogs()
  const sample = useSample()
  const navigate = useNavigate()
  const trySample = async () => {
    const added = await sample.add()
    if (added !== null) await navigate({ to: '/servers/$slug', params: { slug: added.slug } })
  }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col px-4 pt-[8vh] pb-8">
      <h1 className="text-xl font-semibold">Run your MCP servers here</h1>
      <p className="mt-2 mb-6 text-muted">
        Add each server once, and decide which of its tools are on. Claude Desktop, Cursor and your other clients then
        share them through one address.
      </p>
      <FoundServers {...props} />
      <h2 className="mt-6 mb-2 font-semibold">Other ways to begin</h2>
      <div className="flex flex-col gap-2">
        <Way icon={<Plus aria-hidden="true" />} title="Add a server" onClick={() => dialogs.addServer()}>
          Paste its command line, its address, or a snippet from its README.
        </Way>
        <Way
          icon={<FileDown aria-hidden="true" />}
          title="Import a configuration file"
          onClick={() => dialogs.importServers()}
        >
          Import servers from another client.
        </Way>
        <Way
          icon={<FlaskConical aria-hidden="true" />}
          title="Try the sample server"
          disabled={sample.busy}
          onClick={() => void trySample()}
        >
          Starts <code className="font-mono text-xs">{sampleCommand}</code>, a part of Switchboard: harmless tools, no
          network.
        </Way>
      </div>
    </div>
  )
}
