/** The conversations of the chosen project, or of all: pinned ones first, then the most recently changed. */
import { useNavigate } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '#contract/chat/chat'
import { messageOf } from '#contract/errors'
import { ConversationRow } from '#renderer/features/chat/list/ConversationRow.tsx'
import { dayGroup } from '#renderer/features/chat/list/runTone.ts'
import { useConversations } from '#renderer/features/chat/list/useConversations.ts'
import { useAskingConversations } from '#renderer/features/chat/thread/useServerQuestions.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { walkRowsWithoutLetters } from '#renderer/ui/rows/rows.ts'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function grouped(conversations: readonly ConversationSummary[]): [string, ConversationSummary[]][] {
  const startOfToday = new Date().setHours(0, 0, 0, 0)
  const groups = new Map<string, ConversationSummary[]>()
  for (const one of conversations) {
    const group = dayGroup(one.updatedAt, one.pinned, startOfToday)
    groups.set(group, [...(groups.get(group) ?? []), one])
  }
  return [...groups]
}

export function ConversationList({ openId, onOpen }: { openId: string | null; onOpen: () => void }) {
  const chosen = useChosenProject()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search, 200)
  const { conversations, error, isPending, isMore, readMore } = useConversations(chosen?.id, wanted)
  // An empty conversation is listed only while it is open.
  const shown = conversations.filter((one) => one.title !== '' || one.id === openId)
  const asking = useAskingConversations()
  const begin = () => {
    onOpen()
    void navigate({ to: '/chat' })
  }
  return (
    <nav aria-label="Conversations" className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-2 px-4 pt-3 pb-2">
        <h2 className="flex-1 text-lg font-semibold">Chat</h2>
        <IconButton label="New conversation" icon={<SquarePen aria-hidden="true" />} onClick={begin} />
      </header>
      <SearchBox label="Search conversations" value={search} onChange={setSearch} className="mx-3 mb-2" />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its rows are links */}
      <div onKeyDown={walkRowsWithoutLetters} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {error !== null && <p className="px-2 py-4 text-sm text-bad">{visibleText(messageOf(error))}</p>}
        {grouped(shown).map(([group, members]) => (
          <section key={group} aria-label={group} className="mb-2">
            <h3 className="px-2.5 py-1 text-xs text-muted">{group}</h3>
            <ul>
              {members.map((one) => (
                <ConversationRow
                  key={one.id}
                  conversation={one}
                  isOpen={one.id === openId}
                  isAsked={asking.has(one.id)}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          </section>
        ))}
        {!isPending && shown.length === 0 && error === null && (
          <p className="px-2.5 py-4 text-sm text-muted">
            {wanted.trim() === '' ? 'Your conversations appear here.' : 'No matches'}
          </p>
        )}
        {isMore && (
          <Button size="small" look="quiet" className="w-full" onClick={readMore}>
            Show older
          </Button>
        )}
      </div>
    </nav>
  )
}
