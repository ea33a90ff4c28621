import type { ClientCandidate } from '#contract/clients/client'
import { defaultProjectId } from '#contract/mainProject'
import { ProjectChoice } from '#renderer/parts/project/ProjectChoice.tsx'
import { CandidateList } from '#renderer/parts/importing/CandidateList.tsx'
import type { Importing } from '#renderer/parts/importing/useImport.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ImportReviewProps {
  candidates: readonly ClientCandidate[]
  problems: readonly string[]
  importing: Importing
}

/** The list below may be scrolled far down when an error appears. */
const bringInSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** What would be imported, in full, with the choices that a person has. */
export function ImportReview({ candidates, problems, importing }: ImportReviewProps) {
  const { failure, partly } = importing
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && (
        <Notice tone="bad">
          <p ref={bringInSight} role="alert">
            {failure}
          </p>
        </Notice>
      )}
      {partly !== null && (
        <Notice tone="warn">
          <div key={partly.id} ref={bringInSight} role="alert">
            <p>
              {partly.servers.length === 0
                ? 'Nothing was imported.'
                : `Imported: ${partly.servers.map(({ name }) => visibleText(name)).join(', ')}.`}{' '}
              The rest is still selected below.
            </p>
            <ul aria-label="Not imported">
              {partly.failed.map(({ name, message }) => (
                <li key={name} className="break-words">
                  {visibleText(name)}: {visibleText(message)}
                </li>
              ))}
            </ul>
          </div>
          {partly.servers.length > 0 && (
            <Button size="small" className="mt-2" onClick={() => void importing.undo(partly)}>
              Undo import
            </Button>
          )}
        </Notice>
      )}
      <Notice tone="plain">
        These commands run on your machine with your permissions whenever a server is used. Import only servers you
        trust.
      </Notice>
      {problems.length > 0 && (
        <Notice tone="warn">
          <ul aria-label="Problems of this file">
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
