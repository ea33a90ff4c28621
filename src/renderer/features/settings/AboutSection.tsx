import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { LicencesDialog } from '#renderer/features/settings/LicencesDialog.tsx'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words select-text">{children}</dd>
    </>
  )
}

export function AboutSection() {
  const { queries } = useEngine()
  const [licences, setLicences] = useState(false)
  const { data: info } = useQuery(queries.app.info.queryOptions())
  if (info === undefined) return null
  const facts = [
    `Switchboard ${info.version} (${info.host})`,
    info.runtime,
    `Page: ${navigator.userAgent}`,
    `Endpoint: ${info.endpoint?.url ?? 'none'}`,
  ]
  return (
    <>
      <SectionHead title="About">All of your MCP servers in one place, and one endpoint for every client.</SectionHead>
      <dl className="mt-3 grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact name="Version">{info.version}</Fact>
        <Fact name="Runs">{info.host === 'desktop' ? 'As a desktop app' : 'Without a window, for browsers'}</Fact>
        <Fact name="Runtime">{info.runtime}</Fact>
        <Fact name="Data folder">
          <code className="font-mono">{info.dataFolder}</code>
        </Fact>
        {info.setAside !== null && (
          <Fact name="Set aside">
            <code className="font-mono">{info.setAside}</code> holds files that the engine found in its data folder and
            did not recognise, for example after <code className="font-mono">kb.db</code> was replaced. The engine never
            deletes them: put them back, or delete them yourself.
          </Fact>
        )}
        <Fact name="Endpoint">
          <code className="font-mono">{info.endpoint?.url ?? 'None: no port is open'}</code>
        </Fact>
        <Fact name="Licence">Apache License 2.0, by the Switchboard contributors</Fact>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton label="Copy for a bug report" text={facts.join('\n')} />
        <Button size="small" onClick={() => setLicences(true)}>
          Third-party licences
        </Button>
      </div>
      <p className="mt-4 text-sm text-muted">
        Switchboard collects no data. Your calls go only to your own servers, and results only to your own clients.
      </p>
      {licences && <LicencesDialog onClose={() => setLicences(false)} />}
    </>
  )
}
