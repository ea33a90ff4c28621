import { FileDown, FlaskConical, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { sampleCommand } from '#renderer/model/servers/sampleCommand.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'

interface WayProps {
  icon: ReactNode
  title: string
  text: string
  onClick: () => void
}

function Way({ icon, title, text, onClick }: WayProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex w-full items-start gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-left transition-colors hover:border-line-strong hover:bg-hover [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent"
    >
      {icon}
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </button>
  )
}

export function EmptyServers() {
  const dialogs = useServerDialogs()
  return (
    <div className="mx-auto flex w-full max-w-md flex-col px-4 pt-[14vh] pb-8">
      <h1 className="text-xl font-semibold">Run your MCP servers here</h1>
      <p className="mt-2 mb-6 text-muted">
        Add the servers you use once, and decide which of their tools are on. Claude Desktop, Cursor and your other
        clients then share them through one address.
      </p>
      <div className="flex flex-col gap-2">
        <Way
          icon={<Plus aria-hidden="true" />}
          title="Add a server"
          text="Paste its command line, its address, or a snippet from its README."
          onClick={() => dialogs.addServer()}
        />
        <Way
          icon={<FileDown aria-hidden="true" />}
          title="Import a configuration file"
          text="Import the servers of another client."
          onClick={() => dialogs.importServers()}
        />
        <Way
          icon={<FlaskConical aria-hidden="true" />}
          title="Try the sample server"
          text="A harmless server with tools of every kind. You confirm its command first."
          onClick={() => dialogs.addServer(sampleCommand)}
        />
      </div>
    </div>
  )
}
