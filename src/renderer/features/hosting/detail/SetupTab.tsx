import { Link } from '@tanstack/react-router'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { isWeaker, providerTitles, sizeWords } from '#contract/hosting/hostedWords'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { restartTitles } from '#renderer/model/servers/settingTitles.ts'
import { Fact, Facts } from '#renderer/ui/rows/Facts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const unenforced = ' (not held by this runtime)'

function networkText({ mode, hosts }: HostedServer['network']): string {
  if (mode === 'none') return 'None'
  return mode === 'full' ? 'Everything that this machine reaches' : `Only ${hosts.map(visibleText).join(', ')}`
}

function portText({ container, host, path }: HostedServer['ports'][number]): string {
  return `${host === null ? 'not published' : `127.0.0.1:${host}`} to ${container}${path}`
}

/** What it was registered with. */
export function SetupTab({ server }: { server: HostedServer }) {
  const projects = useProjectNames()
  const { resource_limits: limits, environment_names: names, provider, ports } = server
  const limit = (name: 'cpu' | 'memory' | 'disk') => (limits.not_enforced.includes(name) ? unenforced : '')
  return (
    <div className="pb-8">
      <Facts title="Container">
        <Fact name="Image" mono>
          {visibleText(server.image)}
        </Fact>
        <Fact name="Runs in">
          {provider === null ? 'Nothing was found that can run it' : providerTitles[provider]}
          {isWeaker(provider) && ', which shares the kernel of its machine: weaker'}
        </Fact>
        <Fact name="Container" mono={server.container_id !== null}>
          {server.container_id === null ? 'None' : server.container_id.slice(0, 12)}
        </Fact>
        <Fact name="Speaks">{server.stdio_bridge ? 'Standard input and output' : 'HTTP'}</Fact>
        {ports.length > 0 && (
          <Fact name="Ports" mono>
            {ports.map(portText).join(', ')}
          </Fact>
        )}
        <Fact name="Network">{networkText(server.network)}</Fact>
        <Fact name="Environment" mono={names.length > 0}>
          {names.length === 0 ? 'Nothing of its own' : names.map(visibleText).join(', ')}
        </Fact>
        <Fact name="Restart">{restartTitles[server.restart_policy]}</Fact>
      </Facts>
      <Facts title="Limits">
        <Fact name="CPU">
          {limits.cpu} {limits.cpu === '1' ? 'core' : 'of a core'}
          {limit('cpu')}
        </Fact>
        <Fact name="Memory">
          {sizeWords(limits.memory)}
          {limit('memory')}
        </Fact>
        <Fact name="Disk">
          {sizeWords(limits.disk)}
          {limit('disk')}
        </Fact>
      </Facts>
      <Facts title="As a server">
        <Fact name="Short name" mono>
          {server.slug}
        </Fact>
        <Fact name="Project">{visibleText(projects.get(server.project_id) ?? server.project_id)}</Fact>
        <Fact name="Tools">
          <Link to="/servers/$slug" params={{ slug: server.slug }} className="underline underline-offset-2">
            Its tools are on Servers
          </Link>
        </Fact>
      </Facts>
    </div>
  )
}
