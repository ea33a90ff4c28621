/** Checkboxes for the servers and tools that a client may see. */
import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ServerSnapshot } from '#contract/servers/server'
import { isToolLeft, type ToolChoice, toolsLeft } from '#contract/tools/toolChoice'
import { withAll, withMode, withServer, withTool } from '#renderer/parts/access/accessChoice.ts'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const modeTitles: Readonly<Record<ToolChoice['mode'], string>> = {
  except: 'Selected tools, and tools added later',
  only: 'Only selected tools',
}

export interface ChoiceEditorProps {
  choice: ToolChoice
  servers: readonly ServerSnapshot[]
  onChange: (choice: ToolChoice) => void
}

function seenText(seen: number, all: number): string {
  return all === 0 ? 'tools not known yet' : `${seen} of ${all} tools`
}

export function ChoiceEditor({ choice, servers, onChange }: ChoiceEditorProps) {
  // The tools are read across all projects, because only their original names are shown.
  const { tools } = useTools({ projectId: null })
  const toolsOf = useMemo(() => {
    const names = new Map<string, string[]>(servers.map((server) => [server.slug, []]))
    for (const tool of tools) names.get(tool.server)?.push(tool.name)
    return names
  }, [servers, tools])
  const [search, setSearch] = useState('')
  const text = search.trim().toLowerCase()
  const shown = servers.flatMap((server) => {
    const all = toolsOf.get(server.slug) ?? []
    const isFound = text === '' || server.name.toLowerCase().includes(text)
    const listed = isFound ? all : all.filter((tool) => tool.toLowerCase().includes(text))
    return isFound || listed.length > 0 ? [{ server, all, listed }] : []
  })
  const setAll = (ticked: boolean) =>
    onChange(withAll(choice, new Map(shown.map(({ server, all, listed }) => [server.slug, { all, listed }])), ticked))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">This client may see</legend>
      <OptionChoice
        aria-label="Tools added later"
        value={choice.mode}
        options={titledOptions(modeTitles)}
        onChange={(mode) => onChange(withMode(choice, mode, toolsOf))}
      />
      <div className="flex items-center gap-1">
        <SearchBox label="Search tools" value={search} onChange={setSearch} className="flex-1" />
        <Button size="small" look="quiet" onClick={() => setAll(true)}>
          All
        </Button>
        <Button size="small" look="quiet" onClick={() => setAll(false)}>
          None
        </Button>
      </div>
      <ul
        aria-label="Servers and tools"
        className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {shown.map(({ server: { slug, name }, all: names, listed }) => {
          const left = toolsLeft(choice, slug)
          const seen = names.filter((tool) => isToolLeft(left, tool)).length
          return (
            <li key={slug} className="flex gap-2 px-3 py-2 text-sm">
              <Checkbox
                label={`${visibleText(name)} may be seen`}
                checked={left !== 'none'}
                onCheckedChange={(ticked) => onChange(withServer(choice, slug, ticked))}
              />
              <details key={String(text !== '')} open={text !== '' || undefined} className="group min-w-0 flex-1">
                <summary className="flex list-none items-center gap-2 rounded">
                  <span className="min-w-0 flex-1 truncate">{visibleText(name)}</span>
                  <span className="text-xs text-muted tabular-nums">{seenText(seen, names.length)}</span>
                  <ChevronRight
                    className="size-3.5 text-muted transition-transform group-open:rotate-90"
                    aria-hidden="true"
                  />
                </summary>
                <ul className="mt-1 flex flex-col gap-1">
                  {listed.map((tool) => (
                    <li key={tool} className="flex items-center gap-2">
                      <Checkbox
                        label={`${visibleText(tool)} of ${slug} may be seen`}
                        checked={isToolLeft(left, tool)}
                        onCheckedChange={(ticked) => onChange(withTool(choice, slug, names, tool, ticked))}
                      />
                      <span className="truncate font-mono text-xs">{visibleText(tool)}</span>
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          )
        })}
        {shown.length === 0 && (
          <li className="px-3 py-4 text-center text-sm text-muted">
            {servers.length === 0 ? 'No servers yet.' : 'No results'}
          </li>
        )}
      </ul>
    </fieldset>
  )
}
