import type { ClientCandidate } from '#contract/clients/client'
import { defaultProjectId } from '#contract/mainProject'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { CandidateList } from '#renderer/parts/importing/CandidateList.tsx'
import { ImportTrouble } from '#renderer/parts/importing/ImportTrouble.tsx'
import type { Importing } from '#renderer/parts/importing/useImport.ts'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ImportReviewProps {
  candidates: readonly ClientCandidate[]
  problems: readonly string[]
  importing: Importing
}

/** The candidates of an import in full, with the person's choices. */
export function ImportReview({ candidates, problems, importing }: ImportReviewProps) {
  return (
    <div className="flex flex-col gap-3">
      <ImportTrouble importing={importing} />
      <Notice tone="plain">
        These commands run on your machine with your permissions whenever a server is used. Import only servers you
        trust.
      </Notice>
      {problems.length > 0 && (
        <Notice tone="warn">
          <ul aria-label="Problems in this file">
            {problems.map((one) => (
              <li key={one}>{visibleText(one)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Field label="Add to project">
        {(control) => (
          <ProjectChoice
            {...control}
            isForNew
            value={importing.project ?? defaultProjectId}
            onChange={(id) => importing.setProject(id)}
          />
        )}
      </Field>
      <CandidateList candidates={candidates} choices={importing.choices} onChange={importing.setChoices} />
    </div>
  )
}
