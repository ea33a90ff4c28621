import type { ClientCandidate } from '#contract/clients/client'
import type { ClashChoice } from '#renderer/parts/importing/importChoice.ts'
import { TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const kindTitles: Readonly<Record<ClashChoice['kind'], string>> = {
  rename: 'Rename new server',
  replace: 'Replace existing server',
}

export interface ClashFieldsProps {
  candidate: ClientCandidate
  choice: ClashChoice
  onChange: (choice: ClashChoice) => void
}

/** What to do if the name is taken. A server that is not selected is skipped. */
export function ClashFields({ candidate, choice, onChange }: ClashFieldsProps) {
  const name = visibleText(candidate.name)
  const freeName = candidate.clash?.freeName ?? candidate.name
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2 text-xs">
      <span className="text-warn">The project already has a server with this name.</span>
      <OptionChoice
        aria-label={`What to do about the taken name ${name}`}
        value={choice.kind}
        className="w-60"
        options={titledOptions(kindTitles)}
        onChange={(kind) => onChange(kind === 'replace' ? { kind } : { kind, name: freeName })}
      />
      {choice.kind === 'rename' && (
        <TextBox
          aria-label={`New name for ${name}`}
          value={choice.name}
          className="min-w-32 flex-1"
          onChange={(event) => onChange({ kind: 'rename', name: event.target.value })}
        />
      )}
    </div>
  )
}
