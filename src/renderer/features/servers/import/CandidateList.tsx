import type { ClientCandidate } from '#contract/client'
import { LaunchLines } from '#renderer/features/servers/LaunchLines.tsx'
import { Checkbox } from '#renderer/ui/Checkbox.tsx'
import { visibleText } from '#renderer/ui/visibleText.ts'

export interface CandidateListProps {
  candidates: readonly ClientCandidate[]
  chosen: ReadonlySet<string>
  onChoose: (name: string, chosen: boolean) => void
}

/** Every entry with all that would be started, in full: nothing here is cut. */
export function CandidateList({ candidates, chosen, onChoose }: CandidateListProps) {
  return (
    <ul aria-label="Servers in this file" className="divide-y divide-line rounded-lg border border-line">
      {candidates.map((candidate) => {
        const name = visibleText(candidate.name)
        return (
          <li key={candidate.name} className="flex gap-3 px-3 py-2.5">
            <Checkbox
              label={`Import ${name}`}
              checked={chosen.has(candidate.name)}
              disabled={candidate.problem !== null}
              onCheckedChange={(checked) => onChoose(candidate.name, checked)}
            />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">
                {name}
                {candidate.standing === 'here' && (
                  <span className="ml-2 text-xs font-normal text-muted">here already</span>
                )}
                {!candidate.enabled && <span className="ml-2 text-xs font-normal text-muted">off in this file</span>}
              </p>
              <LaunchLines launch={candidate.launch} />
              {candidate.needs.length > 0 && (
                <p className="mt-0.5 text-xs break-words text-warn">
                  Needs a secret before it can start, set in Settings under Secrets:{' '}
                  <span className="font-mono">{candidate.needs.join(', ')}</span>
                </p>
              )}
              {candidate.notes.map((note) => (
                <p key={note} className="mt-0.5 text-xs break-words text-muted">
                  {visibleText(note)}
                </p>
              ))}
              {candidate.problem !== null && (
                <p className="mt-0.5 text-xs break-words text-warn">{visibleText(candidate.problem)}</p>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
