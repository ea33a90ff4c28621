/** Chooses the servers and tools that this conversation uses. */
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight, SlidersHorizontal } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type { Conversation } from '#contract/chat/chat'
import { switchedOffNow } from '#contract/tools/toolChoice'
import { useEngine } from '#renderer/client/engine.ts'
import {
  countChosen,
  type ServerChoice,
  serverChoices,
  startsUnfolded,
  switchedServer,
  withAll,
  withTool,
} from '#renderer/features/chat/composer/toolChoices.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { useServers } from '#renderer/model/servers/useServers.ts'
import type { ToolKey } from '#renderer/model/tools/toolKey.ts'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Popover } from '#renderer/ui/overlay/Popover.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const none: readonly never[] = []

interface ServerEntryProps {
  choice: ServerChoice
  unfolded: boolean
  onServer: (on: boolean) => void
  onTool: (tool: ToolKey, on: boolean) => void
}

function ServerEntry({ choice, unfolded, onServer, onTool }: ServerEntryProps) {
  const name = visibleText(choice.name)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const list = useId()
  const isOpen = wanted ?? unfolded
  const { on: chosen, all } = countChosen([choice])
  return (
    <li className="border-t border-line py-1.5 first:border-t-0">
      <div className="flex h-8 items-center gap-2 px-3">
        {all === 0 ? (
          <span className="min-w-0 flex-1 truncate pl-5.5 text-sm font-medium">{name}</span>
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setWanted(!isOpen)}
            className="flex min-w-0 flex-1 items-center gap-1.5 rounded text-left text-sm"
          >
            <ChevronRight
              className={clsx('size-4 shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
              aria-hidden="true"
            />
            <span className="truncate font-medium">{name}</span>
            <span className="shrink-0 text-xs text-muted tabular-nums">
              {chosen} of {all}
            </span>
          </button>
        )}
        <Switch
          label={`All tools of ${name}`}
          checked={choice.on && (all === 0 || chosen > 0)}
          onCheckedChange={onServer}
        />
      </div>
      <ul id={list} aria-label={`Tools of ${name}`} hidden={!isOpen}>
        {choice.tools.map(({ tool, on }) => (
          <li key={tool.name} className="flex h-7 items-center gap-2 pr-3 pl-6">
            <span
              className="min-w-0 flex-1 truncate font-mono text-xs"
              title={visibleText(tool.description.slice(0, 300))}
            >
              {visibleText(tool.name)}
            </span>
            <Switch
              label={`${visibleText(tool.name)} in this conversation`}
              checked={on}
              disabled={!choice.on}
              onCheckedChange={(next) => onTool(tool, next)}
            />
          </li>
        ))}
      </ul>
    </li>
  )
}

export function ToolChoicePicker({ conversation }: { conversation: Conversation }) {
  const actions = useChatActions()
  const { queries } = useEngine()
  const { data: settings } = useQuery(queries.settings.get.queryOptions())
  const native = settings !== undefined && settings.nativeTools !== 'off'
  const { data: servers = none } = useServers()
  const { projectId } = conversation
  const choice = useMemo(() => switchedOffNow(conversation.choice, servers), [conversation.choice, servers])
  const { tools } = useTools({ projectId })
  const [search, setSearch] = useState('')
  const all = useMemo(
    () => serverChoices(servers, tools, projectId, choice, '', native),
    [servers, tools, projectId, choice, native],
  )
  const shown = search.trim() === '' ? all : serverChoices(servers, tools, projectId, choice, search, native)
  const unfolded = startsUnfolded(shown, search)
  const { on, all: count } = countChosen(all)
  const set = (next: typeof choice) => void actions.update({ choice: next })
  return (
    <Popover
      label="Tools of this conversation"
      side="top"
      align="start"
      className="flex max-h-[60vh] w-80 max-w-[calc(100vw-1rem)] flex-col"
      trigger={
        <button
          type="button"
          aria-label={`Tools of this conversation: ${on} of ${count}`}
          title="Tools of this conversation"
          className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 text-sm text-muted tabular-nums transition-colors hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
        >
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          {count > 0 && (on === count ? count : `${on}/${count}`)}
        </button>
      }
    >
      <div className="flex items-center gap-1 p-2.5">
        <SearchBox label="Search tools" value={search} onChange={setSearch} className="flex-1" />
        <Button size="small" look="quiet" onClick={() => set(withAll(choice, shown, true))}>
          All
        </Button>
        <Button size="small" look="quiet" onClick={() => set(withAll(choice, shown, false))}>
          None
        </Button>
      </div>
      <ul aria-label="Servers" className="min-h-0 overflow-y-auto pb-1.5">
        {shown.map((server) => (
          <ServerEntry
            key={server.slug}
            choice={server}
            unfolded={unfolded}
            onServer={(next) => set(switchedServer(choice, server, next))}
            onTool={(tool, next) => set(withTool(choice, tool, next))}
          />
        ))}
        {shown.length === 0 && (
          <li className="px-3 pb-3 text-sm text-muted">
            {search.trim() === '' ? 'This project has no tools yet.' : 'No results'}
          </li>
        )}
      </ul>
    </Popover>
  )
}
