/** The folders named by the arguments. A person chooses which of them the container may see; none by default. */
import type { FolderAccess } from '#renderer/features/hosting/add/hostForm.ts'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const accessTitles: Readonly<Record<FolderAccess, string>> = {
  none: 'Not shared',
  read: 'Read only',
  write: 'Read and write',
}

export interface FolderChoicesProps {
  paths: readonly string[]
  access: Readonly<Record<string, FolderAccess>>
  onChange: (access: Readonly<Record<string, FolderAccess>>) => void
}

export function FolderChoices({ paths, access, onChange }: FolderChoicesProps) {
  if (paths.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Folders on this machine</legend>
      {paths.map((path) => (
        <div key={path} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 font-mono text-xs break-all">{visibleText(path)}</span>
          <OptionChoice
            aria-label={`Access to ${visibleText(path)}`}
            className="w-40"
            value={access[path] ?? 'none'}
            options={titledOptions(accessTitles)}
            onChange={(chosen) => onChange({ ...access, [path]: chosen })}
          />
        </div>
      ))}
      <p className="text-xs text-muted">The arguments name these folders. The container sees only what you share.</p>
    </fieldset>
  )
}
