/** The address that clients connect to, and what is needed to set one up. The token is fetched when copied, never shown. */
import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { useEngine } from '#renderer/client/engine.ts'
import { clientKinds, clientSetup, clientTitles, scopedAddress } from '#renderer/parts/endpoint/clientSetup.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import { TabList } from '#renderer/ui/controls/TabList.tsx'

const hiddenToken = '••••••••'

export function EndpointCard() {
  const { api, queries } = useEngine()
  const { data: info } = useQuery(queries.app.info.queryOptions())
  const project = useChosenProject()
  const token = async () => (await api.app.token()).token
  if (info === undefined) return <div className="h-64" />
  if (info.endpoint === null)
    return <p className="text-sm text-muted">No port is open, so no client can connect to this engine.</p>
  const url = scopedAddress(info.endpoint.url, project?.name ?? null)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <div>
        <p className="text-muted">Clients connect to</p>
        <code className="font-mono break-all select-text" data-endpoint="">
          {url}
        </code>
        {project !== null && (
          <p className="mt-0.5 text-xs text-muted">
            They see the servers of {visibleText(project.name)} alone. Choose all projects for the address of all.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton label="Copy address" text={url} />
        <CopyButton label="Copy token" text={token} />
      </div>
      <Tabs.Root defaultValue="json">
        <TabList label="Set up a client" values={clientKinds} titleOf={(kind) => clientTitles[kind]} />
        {clientKinds.map((kind) => (
          <Tabs.Content key={kind} value={kind} className="mt-2 outline-none" tabIndex={-1}>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
              tabIndex={0}
              className="h-48 overflow-auto rounded-md border border-line bg-canvas px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap select-text -outline-offset-2"
            >
              {clientSetup(kind, url, hiddenToken)}
            </pre>
            <div className="mt-2 flex items-center gap-2">
              <CopyButton label="Copy with token" text={async () => clientSetup(kind, url, await token())} />
              <span className="text-xs text-muted">The token is a password: keep it secret.</span>
            </div>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </div>
  )
}
