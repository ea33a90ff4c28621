import { Link, useNavigate } from '@tanstack/react-router'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { isWeaker, providerTitles, sizeWords } from '#contract/hosting/hostedWords'
import { packageText } from '#contract/hosting/package'
import { useHostingActions } from '#renderer/features/hosting/useHostingActions.ts'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { restartTitles } from '#renderer/model/servers/settingTitles.ts'
import { Fact, Facts } from '#renderer/ui/rows/Facts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const unenforced = ' (not enforced by this runtime)'

function networkText({ mode, hosts }: HostedServer['network']): string {
  if (mode === 'none') return 'None'
  return mode === 'full' ? 'Everything this machine can reach' : `Only ${hosts.map(visibleText).join(', ')}`
}

/** The server's network requests since its container started, in words. */
function requestsText({
  allowed,
  refused,
  refused_targets: targets,
}: NonNullable<HostedServer['network']['use']>): string {
  const named = targets.length === 0 ? '' : `: ${targets.map(visibleText).join(', ')}`
  return `${allowed} allowed, ${refused} refused${named}`
}

function portText({ container, host, path }: HostedServer['ports'][number]): string {
  return host === null ? `${container}${path} (not published)` : `127.0.0.1:${host} to ${container}${path}`
}

/** The settings of the hosted server. */
export function SetupTab({ server }: { server: HostedServer }) {
  const projects = useProjectNames()
  const { resource_limits: limits, environment_names: names, provider, ports, package: run } = server
  const actions = useHostingActions()
  const navigate = useNavigate()
  const release = async () => {
    if (await actions.release(server)) void navigate({ to: '/servers/$slug', params: { slug: server.slug } })
  }
  const limit = (name: 'cpu' | 'memory' | 'disk') => (limits.not_enforced.includes(name) ? unenforced : '')
  return (
    <div className="pb-8">
      <Facts title="Container">
        {run !== null && (
          <Fact name="Package" mono>
            {visibleText(packageText(run))}
          </Fact>
        )}
        <Fact name="Image" mono>
          {visibleText(server.image)}
        </Fact>
        <Fact name="Runs in">
          {provider === null ? 'No runtime found that can run it' : providerTitles[provider]}
          {isWeaker(provider) && ' (weaker: shares the kernel of its machine)'}
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
        {server.network.use !== null && <Fact name="Requests">{requestsText(server.network.use)}</Fact>}
        {run !== null && (
          <Fact name="Folders" mono={server.folders.length > 0}>
            {server.folders.length === 0
              ? 'None from this machine'
              : server.folders.map(({ path, writable }) => (
                  <span key={path} className="block">
                    {visibleText(path)}{' '}
                    <span className="font-sans">{writable ? '(read and write)' : '(read only)'}</span>
                  </span>
                ))}
          </Fact>
        )}
        <Fact name="Environment" mono={names.length > 0}>
          {names.length === 0 ? 'None' : names.map(visibleText).join(', ')}
        </Fact>
        <Fact name="Restart">{restartTitles[server.restart_policy]}</Fact>
      </Facts>
      {run !== null && (
        <div className="flex items-center gap-3 px-5 pt-3 text-sm">
          <Switch label="Run in isolation" checked onCheckedChange={() => void release()} />
          <p>
            Run in isolation
            <span className="text-muted">: if off, the package runs on this machine, with your permissions.</span>
          </p>
        </div>
      )}
      <Facts title="Limits">
        <Fact name="CPU">
          {limits.cpu} {limits.cpu === '1' ? 'core' : 'cores'}
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
            Show its tools on Servers
          </Link>
        </Fact>
      </Facts>
    </div>
  )
}
