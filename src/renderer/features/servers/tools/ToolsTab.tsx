import { useMemo, useState } from 'react'
import { messageOf } from '#contract/errors'
import type { ServerSnapshot } from '#contract/servers/server'
import { useNamesIn } from '#renderer/model/projects/chosenProject.ts'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'
import { BulkSwitch } from '#renderer/parts/tool/BulkSwitch.tsx'
import { matchesWords, wordsOf } from '#renderer/model/tools/toolFilter.ts'
import { ToolList } from '#renderer/parts/tool/ToolList.tsx'
import { ToolSheet } from '#renderer/parts/tool/ToolSheet.tsx'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'

const searchRestMs = 80

function emptyText(server: ServerSnapshot): string {
  if (server.enabled && onlyLacksSignIn(server)) return 'Tools appear after the sign-in.'
  switch (server.state.kind) {
    case 'ready':
      return 'This server offers no tools.'
    case 'starting':
      return 'Its tools appear here once it is ready.'
    case 'stopped':
    case 'stopping':
    case 'backingOff':
    case 'failed':
      if (server.projects.length === 0) return 'Add the server to a project to see its tools.'
      return server.enabled ? 'Tools appear after the first start.' : 'Switch the server on to see its tools.'
  }
}

export function ToolsTab({ server }: { server: ServerSnapshot }) {
  const projectId = useNamesIn(server.projects)
  const { tools, isPending, error, setEnabled } = useTools({ server: server.slug, projectId })
  const [search, setSearch] = useState('')
  const [openName, setOpenName] = useState<string | null>(null)
  const wanted = useDebounced(search, searchRestMs)
  const shown = useMemo(() => {
    const words = wordsOf(wanted)
    return words.length === 0 ? tools : tools.filter((tool) => matchesWords(tool, words))
  }, [tools, wanted])
  const open = openName === null ? undefined : tools.find((tool) => tool.name === openName)
  if (error !== null) return <p className="p-8 text-center text-sm text-bad">{messageOf(error)}</p>
  if (isPending) return <p className="sr-only">Loading tools…</p>
  if (tools.length === 0) return <p className="p-10 text-center text-sm text-muted">{emptyText(server)}</p>
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-2">
        <SearchBox label="Search tools" value={search} onChange={setSearch} className="max-w-72 flex-1" />
        <BulkSwitch shown={shown} filtered={wanted.trim() !== ''} setEnabled={setEnabled} />
      </div>
      {shown.length === 0 ? (
        <p className="p-10 text-center text-sm text-muted">No results</p>
      ) : (
        <ToolList tools={shown} onOpen={(tool) => setOpenName(tool.name)} setEnabled={setEnabled} />
      )}
      {open !== undefined && (
        <ToolSheet key={open.name} tool={open} projectId={projectId} onClose={() => setOpenName(null)} />
      )}
    </>
  )
}
