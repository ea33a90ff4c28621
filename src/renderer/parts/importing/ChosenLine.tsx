import type { ClientCandidate } from '#contract/clients/client'
import { type Choices, isChosen, isPossible, withSelected } from '#renderer/parts/importing/importChoice.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

export interface ChosenLineProps {
  candidates: readonly ClientCandidate[]
  choices: Choices
  onChange: (choices: Choices) => void
}

/** How many candidates are selected, with buttons that select all or none. */
export function ChosenLine({ candidates, choices, onChange }: ChosenLineProps) {
  const possible = candidates.filter(isPossible)
  const chosen = possible.filter((candidate) => isChosen(choices, candidate))
  const names = possible.map(({ name }) => name)
  return (
    <div className="mb-1 flex items-center gap-1">
      <p role="status" className="mr-auto text-sm text-muted">
        {chosen.length} of {candidates.length} selected
      </p>
      <Button
        size="small"
        look="quiet"
        disabled={chosen.length === possible.length}
        onClick={() => onChange(withSelected(choices, names, true))}
      >
        All
      </Button>
      <Button
        size="small"
        look="quiet"
        disabled={chosen.length === 0}
        onClick={() => onChange(withSelected(choices, names, false))}
      >
        None
      </Button>
    </div>
  )
}
