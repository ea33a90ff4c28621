import type { ReactNode } from 'react'
import type { ClientCandidate } from '#contract/clients/client'
import { ClashFields } from '#renderer/parts/importing/ClashFields.tsx'
import {
  type Choices,
  clashChoice,
  isChosen,
  isPossible,
  withClash,
  withSelected,
} from '#renderer/parts/importing/importChoice.ts'
import { LaunchLines } from '#renderer/parts/server/LaunchLines.tsx'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface CandidateProps {
  candidate: ClientCandidate
  choices: Choices
  onChange: (choices: Choices) => void
  /** Further facts about the candidate. */
  children?: ReactNode
}

/** One candidate with the full command that would start: nothing is shortened. */
export function Candidate({ candidate, choices, onChange, children }: CandidateProps) {
  const { name, launch, standing, enabled, needs, notes, problem, missing } = candidate
  const clash = problem === null ? clashChoice(choices, candidate) : null
  return (
    <li className="flex gap-3 px-3 py-2.5">
      <Checkbox
        label={`Import ${visibleText(name)}`}
        checked={isChosen(choices, candidate)}
        disabled={!isPossible(candidate)}
        onCheckedChange={(checked) => onChange(withSelected(choices, [name], checked))}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {visibleText(name)}
          {standing === 'here' && <span className="ml-2 text-xs font-normal text-muted">already added</span>}
          {!enabled && <span className="ml-2 text-xs font-normal text-muted">off in this file</span>}
        </p>
        <LaunchLines launch={launch} />
        {children}
        {missing !== null && problem === null && (
          <p className="mt-0.5 text-xs break-words text-warn">
            <span className="font-mono">{visibleText(missing)}</span> was not found on this machine. Install it to start
            this server.
          </p>
        )}
        {needs.length > 0 && (
          <p className="mt-0.5 text-xs break-words text-warn">
            Before it can start, set these secrets in Settings, under Secrets:{' '}
            <span className="font-mono">{needs.join(', ')}</span>
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className="mt-0.5 text-xs break-words text-muted">
            {visibleText(note)}
          </p>
        ))}
        {problem !== null && <p className="mt-0.5 text-xs break-words text-warn">{visibleText(problem)}</p>}
        {clash !== null && (
          <ClashFields
            candidate={candidate}
            choice={clash}
            onChange={(choice) => onChange(withClash(choices, name, choice))}
          />
        )}
      </div>
    </li>
  )
}
