import { useMemo, useState } from 'react'
import { messageOf } from '#contract/errors'
import type { ServerSnapshot } from '#contract/server'
import type { ToolSnapshot } from '#contract/tool'
import { ToolList } from '#renderer/features/servers/tools/ToolList.tsx'
import { ToolSheet } from '#renderer/features/servers/tools/ToolSheet.tsx'
import { useTools } from '#renderer/features/servers/tools/useTools.ts'
import { Button } from '#renderer/ui/Button.tsx'
import { SearchBox } from '#renderer/ui/SearchBox.tsx'
import { useToasts } from '#renderer/ui/Toasts.tsx'
import { useDebounced } from '#renderer/ui/useDebounced.ts'

const searchRestMs = 80

function matching(tools: readonly ToolSnapshot[], search: string): readonly ToolSnapshot[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return tools
  return tools.filter((tool) =>
    [tool.name, tool.title ?? '', tool.description].some((text) => text.toLowerCase().includes(wanted)),
  )
}

function emptyText(server: ServerSnapshot): string {
  switch (server.state.kind) {
    case 'ready':
      return 'This server offers no tools.'
    case 'starting':
      return 'Its tools appear here once it is ready.'
    default:
      return server.enabled
        ? 'Its tools are read when it starts for the first time.'
        : 'Switch the server on to see its tools.'
  }
}

export function ToolsTab({ server }: { server: ServerSnapshot }) {
  const { tools, isPending, error, setEnabled } = useTools(server.slug)
  const { show } = useToasts()
  const [search, setSearch] = useState('')
  const [openName, setOpenName] = useState<string | null>(null)
  const wanted = useDebounced(search, searchRestMs)
  const shown = useMemo(() => matching(tools, wanted), [tools, wanted])
  const open = openName === null ? undefined : tools.find((tool) => tool.name === openName)
  if (error !== null) return <p className="p-8 text-center text-sm text-bad">{messageOf(error)}</p>
  if (isPending) return <p className="sr-only">The tools are being read.</p>
  if (tools.length === 0) return <p className="p-10 text-center text-sm text-muted">{emptyText(server)}</p>
  const on = shown.filter((tool) => tool.enabled)
  const off = shown.filter((tool) => !tool.enabled)
  const switchAll = (which: readonly ToolSnapshot[], enabled: boolean) => {
    const names = which.map((tool) => tool.name)
    void setEnabled(names, enabled)
    show({
      title: `Switched ${names.length} ${names.length === 1 ? 'tool' : 'tools'} ${enabled ? 'on' : 'off'}`,
      action: { label: 'Undo', run: () => void setEnabled(names, !enabled) },
    })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-2">
        <SearchBox label="Search tools" value={search} onChange={setSearch} className="max-w-72 flex-1" />
        <p className="flex-1 text-sm whitespace-nowrap text-muted tabular-nums" aria-live="polite">
          {wanted.trim() === '' ? `${on.length} on` : `${shown.length} found, ${on.length} on`}
        </p>
        <Button size="small" look="quiet" disabled={off.length === 0} onClick={() => switchAll(off, true)}>
          All on
        </Button>
        <Button size="small" look="quiet" disabled={on.length === 0} onClick={() => switchAll(on, false)}>
          All off
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className="p-10 text-center text-sm text-muted">No tool matches this search.</p>
      ) : (
        <ToolList
          tools={shown}
          onOpen={(tool) => setOpenName(tool.name)}
          onSwitch={(tool, enabled) => void setEnabled([tool.name], enabled)}
        />
      )}
      {open !== undefined && <ToolSheet key={open.name} tool={open} onClose={() => setOpenName(null)} />}
    </>
  )
}
