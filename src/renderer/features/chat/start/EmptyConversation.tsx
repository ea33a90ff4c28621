/** Shown in a conversation without messages: suggestions, and the model in use. */
import { useQuery } from '@tanstack/react-query'
import { GraduationCap, KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import type { Conversation } from '#contract/chat/chat'
import { modelSources } from '#contract/chat/modelSources'
import { useEngine } from '#renderer/client/engine.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { useModelSourceDialog } from '#renderer/features/chat/source/ModelSourceDialogs.tsx'
import { useModels } from '#renderer/model/chat/useModels.ts'
import { SampleServer, ServersOnTheWay } from '#renderer/features/chat/start/SampleServer.tsx'
import { StartProject } from '#renderer/features/chat/start/StartProject.tsx'
import { suggestions } from '#renderer/features/chat/start/suggestions.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function PracticeNotice() {
  const openSource = useModelSourceDialog()
  return (
    <div className="mt-6 flex items-start gap-3 rounded-xl border border-line bg-canvas px-4 py-3 text-sm">
      <GraduationCap className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
      <p className="min-w-0 flex-1 text-muted">
        <strong className="font-medium text-ink">You are using the practice model.</strong> It is a script, not Claude:
        it works without an account and calls your tools when you ask in plain words.
      </p>
      <Button size="small" onClick={() => openSource('anthropic')}>
        <KeyRound className="size-3.5" aria-hidden="true" />
        Use Claude
      </Button>
    </div>
  )
}

export function EmptyConversation({ conversation }: { conversation: Conversation }) {
  const { queries } = useEngine()
  const actions = useChatActions()
  const { data: models } = useModels()
  const { data: servers } = useServers()
  const { projectId } = conversation
  const { tools } = useTools({ projectId })
  const practice = models !== undefined && modelSources[models.source.kind].isScript
  const own = useMemo(() => servers?.filter((one) => one.projects.includes(projectId)), [servers, projectId])
  const ownTools = useMemo(
    () => tools.filter((tool) => own?.some((one) => one.slug === tool.server) === true),
    [tools, own],
  )
  const { data: settings } = useQuery(queries.settings.get.queryOptions())
  const native = settings !== undefined && settings.nativeTools !== 'off'
  const offered = useMemo(() => suggestions(ownTools, { practice, native }), [ownTools, practice, native])
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-[48rem] flex-col justify-end px-5 pt-10 pb-5 max-sm:px-3.5">
        <h1 className="text-xl font-semibold">What can I help with?</h1>
        <p className="mt-1 text-muted">Ask in your own words, or start with one of these.</p>
        <StartProject projectId={projectId} />
        <ul aria-label="Suggestions" className="mt-4 grid gap-2 sm:grid-cols-2">
          {offered.map((one) => (
            <li key={one.key} className="sm:last:odd:col-span-2">
              <button
                type="button"
                data-suggestion={one.key}
                onClick={() => void actions.send([{ kind: 'text', text: one.text }])}
                className="h-full w-full rounded-xl border border-line bg-raised px-4 py-3 text-left break-words transition-colors hover:border-line-strong hover:bg-hover"
              >
                {visibleText(one.title)}
              </button>
            </li>
          ))}
        </ul>
        {own?.length === 0 && <SampleServer projectId={projectId} />}
        {own !== undefined && own.length > 0 && ownTools.length === 0 && <ServersOnTheWay servers={own.slice(0, 3)} />}
        {practice && <PracticeNotice />}
      </div>
    </div>
  )
}
