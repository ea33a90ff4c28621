import type { ClientCandidate } from '#contract/clients/client'
import { Candidate } from '#renderer/parts/importing/Candidate.tsx'
import { ChosenLine } from '#renderer/parts/importing/ChosenLine.tsx'
import type { Choices } from '#renderer/parts/importing/importChoice.ts'

export interface CandidateListProps {
  candidates: readonly ClientCandidate[]
  choices: Choices
  onChange: (choices: Choices) => void
}

/** All candidates with the full commands that would start: nothing is shortened. */
export function CandidateList({ candidates, choices, onChange }: CandidateListProps) {
  return (
    <section>
      <ChosenLine candidates={candidates} choices={choices} onChange={onChange} />
      <ul aria-label="Servers in this file" className="divide-y divide-line rounded-lg border border-line">
        {candidates.map((candidate) => (
          <Candidate key={candidate.name} candidate={candidate} choices={choices} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}
