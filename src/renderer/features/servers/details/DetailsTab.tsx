import { readPackageCommand } from '#contract/pasted/readPackage'
import { useIsOfFile } from '#renderer/model/projects/useProjects.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { Link } from '@tanstack/react-router'
import { launchWords } from '#contract/servers/launchWords'
import { joinWords } from '#contract/pasted/commandWords'
import type { LaunchSnapshot, ServerSnapshot, SettingName } from '#contract/servers/server'
import { hasProcess, isContainer, transports } from '#contract/servers/transports'
import { ServerProjects } from '#renderer/features/servers/details/ServerProjects.tsx'
import { PlainSecrets } from '#renderer/features/servers/details/PlainSecrets.tsx'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { groupShown, projectOfGroup } from '#renderer/model/servers/groupShown.ts'
import { restartTitles, retryTitles } from '#renderer/model/servers/settingTitles.ts'
import { Fact, Facts } from '#renderer/ui/rows/Facts.tsx'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { exactTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const sessionsWords = {
  auto: 'All projects with the same launch',
  project: 'One project each',
  shared: 'All projects, and other servers with the same launch',
  dedicated: 'One client each',
} as const

const copyLabels = { process: 'Copy command line', address: 'Copy address', image: 'Copy image' } as const

function Running({ server }: { server: ServerSnapshot }) {
  const { state } = server
  return (
    <Facts title="Now">
      {state.kind === 'ready' && (
        <>
          <Fact name="Ready since">
            <time dateTime={new Date(state.since).toISOString()}>{exactTime(state.since)}</time>
          </Fact>
          <Fact name="Process" mono>
            {state.pid === null ? 'None' : <span data-pid={state.pid}>{state.pid}</span>}
          </Fact>
          <Fact name="Server">
            {visibleText(state.implementation.name)} {visibleText(state.implementation.version)}
          </Fact>
          <Fact name="Protocol">
            {state.protocolVersion} ({state.era}
            {state.alsoSpeaks === undefined ? '' : `, also ${state.alsoSpeaks}`})
          </Fact>
        </>
      )}
      {(state.kind === 'starting' || state.kind === 'backingOff') && <Fact name="Attempt">{state.attempt}</Fact>}
      {state.kind === 'failed' && (
        <Fact name="Failed at">
          <time dateTime={new Date(state.at).toISOString()}>{exactTime(state.at)}</time>
        </Fact>
      )}
      <Fact name="Restarts">{server.restarts}</Fact>
    </Facts>
  )
}

function Launch({ launch, slug }: { launch: LaunchSnapshot; slug: string }) {
  if (isContainer(launch))
    return (
      <Facts title="Launch">
        <Fact name="Image" mono>
          {visibleText(launch.image)}
        </Fact>
        <Fact name="Environment" mono={launch.envNames.length > 0}>
          {launch.envNames.length === 0 ? 'None' : launch.envNames.map(visibleText).join(', ')}
        </Fact>
        <Fact name="Container">
          <Link to="/hosting/$slug" params={{ slug }} className="underline underline-offset-2">
            Its limits, volumes and crashes are on Hosting
          </Link>
        </Fact>
      </Facts>
    )
  if (!hasProcess(launch))
    return (
      <Facts title="Launch">
        <Fact name="Address" mono>
          {visibleText(launch.url)}
        </Fact>
        <Fact name="Headers" mono={launch.headerNames.length > 0}>
          {launch.headerNames.length === 0 ? 'None' : launch.headerNames.map(visibleText).join(', ')}
        </Fact>
        <Fact name="Transport">{transports[launch.transport].title}</Fact>
      </Facts>
    )
  return (
    <Facts title="Launch">
      <Fact name="Command" mono>
        {visibleText(launch.command)}
      </Fact>
      {launch.args.length > 0 && (
        <Fact name="Arguments" mono>
          <ol className="flex flex-col gap-0.5">
            {launch.args.map((arg, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="whitespace-pre-wrap">
                {arg === '' ? "''" : visibleText(arg)}
              </li>
            ))}
          </ol>
        </Fact>
      )}
      <Fact name="Environment" mono={launch.envNames.length > 0}>
        {launch.envNames.length === 0 ? 'None' : launch.envNames.map(visibleText).join(', ')}
      </Fact>
      <Fact name="Folder" mono={launch.cwd !== null}>
        {launch.cwd === null ? 'Not set' : visibleText(launch.cwd)}
      </Fact>
    </Facts>
  )
}

/** A server that runs a package can be moved into a container; the way back is on Hosting. */
function Isolation({ server }: { server: ServerSnapshot }) {
  const dialogs = useServerDialogs()
  const { launch } = server
  const isPackage = hasProcess(launch) && readPackageCommand(launch.command, launch.args)?.kind === 'package'
  const isOfFile = useIsOfFile(server.projects)
  if (!isPackage || isOfFile) return null
  return (
    <div className="flex items-center gap-3 px-5 pt-3 text-sm">
      <Switch label="Run in isolation" checked={false} onCheckedChange={() => dialogs.isolate(server)} />
      <p>
        Run in isolation
        <span className="text-muted">: in a container that sees none of your files, in place of this command.</span>
      </p>
    </div>
  )
}

interface SettingFact {
  readonly title: string
  /** The value as shown; empty: the line is left out. */
  readonly text: (server: ServerSnapshot, chosenId: string | null) => string
}

/** The settings in the order shown. A setting without an entry does not compile. */
const settingFacts: Readonly<Record<SettingName, SettingFact>> = {
  concurrency: { title: 'Calls at a time', text: ({ concurrency }) => String(concurrency) },
  timeoutMs: { title: 'Call timeout', text: ({ timeoutMs }) => `${timeoutMs / 1000} s` },
  restart: { title: 'Restart', text: ({ restart }) => restartTitles[restart] },
  idleStopMs: {
    title: 'Stop when unused',
    text: ({ idleStopMs }) => (idleStopMs === null ? 'Never' : `After ${idleStopMs / 60_000} min`),
  },
  sessions: { title: 'Process shared by', text: ({ sessions }) => sessionsWords[sessions] },
  trusted: { title: 'Trusted', text: ({ trusted }) => (trusted ? 'Yes' : 'No') },
  group: {
    title: 'Group',
    text: (server, chosenId) => {
      const { group, differs } = groupShown(server, projectOfGroup(server, chosenId))
      return differs ? 'Differs by project' : (group ?? 'None')
    },
  },
  retry: { title: 'When a call is lost', text: ({ retry }) => retryTitles[retry] },
  labels: {
    title: 'Labels',
    text: ({ labels }) => (labels.length === 0 ? 'None' : labels.map(visibleText).join(', ')),
  },
  description: { title: 'Description', text: ({ description }) => visibleText(description) },
}

export function DetailsTab({ server }: { server: ServerSnapshot }) {
  const { launch } = server
  const chosen = useChosenProject()
  return (
    <div className="pb-8">
      <ServerProjects server={server} />
      <Running server={server} />
      <Launch launch={launch} slug={server.slug} />
      <Isolation server={server} />
      {server.plainSecrets.length > 0 && <PlainSecrets server={server} />}
      <div className="px-5 pt-3">
        <CopyButton label={copyLabels[transports[launch.transport].reach]} text={joinWords(launchWords(launch))} />
      </div>
      <Facts title="Settings">
        <Fact name="Short name" mono>
          {server.slug}
        </Fact>
        {Object.values(settingFacts).map(({ title, text }) => {
          const said = text(server, chosen?.id ?? null)
          return said === '' ? null : (
            <Fact key={title} name={title}>
              {said}
            </Fact>
          )
        })}
      </Facts>
    </div>
  )
}
