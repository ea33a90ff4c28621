import type { ClientCandidate } from '#contract/clients/client'
import type { ClashChoice } from '#renderer/parts/importing/importChoice.ts'
import { Choice, TextBox } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ClashFieldsProps {
  candidate: ClientCandidate
  choice: ClashChoice
  onChange: (choice: ClashChoice) => void
}

/** The name is taken: what is to become of that. Not to choose the server at all skips it. */
export function ClashFields({ candidate, choice, onChange }: ClashFieldsProps) {
  const name = visibleText(candidate.name)
  const freeName = candidate.clash?.freeName ?? candidate.name
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-2 text-xs">
      <span className="text-warn">A server of this name is in the project already.</span>
      <Choice
        aria-label={`Because the name ${name} is taken`}
        value={choice.kind}
        className="w-48"
        onChange={(event) =>
          onChange(event.target.value === 'replace' ? { kind: 'replace' } : { kind: 'rename', name: freeName })
        }
      >
        <option value="rename">Rename this one</option>
        <option value="replace">Replace that one</option>
      </Choice>
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
