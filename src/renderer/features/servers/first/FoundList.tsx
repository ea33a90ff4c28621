import type { FoundCandidate } from '#contract/clients/client'
import { clientTitles } from '#contract/clients/clientNames'
import { alsoIn, type FoundGroup } from '#renderer/features/servers/first/foundWords.ts'
import { Candidate } from '#renderer/parts/importing/Candidate.tsx'
import { ChosenLine } from '#renderer/parts/importing/ChosenLine.tsx'
import type { Importing } from '#renderer/parts/importing/useImport.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface FoundListProps {
  groups: readonly FoundGroup[]
  importing: Importing
}

/** The found servers, by client. */
export function FoundList({ groups, importing }: FoundListProps) {
  const { choices, setChoices } = importing
  const all = groups.flatMap(({ candidates }) => candidates)
  return (
    <div>
      <ChosenLine candidates={all} choices={choices} onChange={setChoices} />
      <div className="flex flex-col gap-4">
        {groups.map(({ client, candidates }) => (
          <section key={client} aria-labelledby={`found-in-${client}`} data-found={client}>
            <h3 id={`found-in-${client}`} className="text-sm font-medium">
              {clientTitles[client]}
            </h3>
            {filesOf(candidates).map((file) => (
              <p key={file} className="font-mono text-xs break-all text-muted">
                {visibleText(file)}
              </p>
            ))}
            <ul
              aria-label={`Servers of ${clientTitles[client]}`}
              className="mt-1 divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {candidates.map((candidate) => (
                <Candidate key={candidate.name} candidate={candidate} choices={choices} onChange={setChoices}>
                  {alsoIn(candidate) !== null && (
                    <p className="mt-0.5 text-xs break-words text-muted">{visibleText(alsoIn(candidate) ?? '')}</p>
                  )}
                </Candidate>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function filesOf(candidates: readonly FoundCandidate[]): string[] {
  return [...new Set(candidates.map(({ file }) => file))]
}
