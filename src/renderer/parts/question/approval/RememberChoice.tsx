/** Chooses how long to remember an answer and for which calls, and explains the effect. */
import type { ArgumentPattern } from '#contract/decision'
import type { Question } from '#contract/question'
import { shortText } from '#contract/text/shortText'
import { patternPreview } from '#renderer/parts/question/approval/patternSuggestions.ts'
import { patternText } from '#renderer/model/questions/patternWords.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { Choice, Field } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export type Remembered = 'once' | 'conversation' | 'project' | 'always'

export interface RememberChoiceProps {
  question: Question
  tool: string
  remember: Remembered
  onRemember: (remember: Remembered) => void
  suggestions: readonly ArgumentPattern[]
  /** Index of the chosen suggestion; null: all calls. */
  chosen: number | null
  onChosen: (chosen: number | null) => void
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const maxOptionLength = 110

function Values({ title, values }: { title: string; values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <div className="flex flex-wrap items-baseline gap-x-1.5">
      <dt>{title}</dt>
      {values.map((value) => (
        <dd key={value}>
          <code className="font-mono break-all text-ink">{visibleText(value)}</code>
        </dd>
      ))}
    </div>
  )
}

export function RememberChoice(props: RememberChoiceProps) {
  const { question, tool, remember, onRemember, suggestions, chosen, onChosen } = props
  const projects = useProjectNames()
  const project = question.projectId === null ? undefined : projects.get(question.projectId)
  const where = {
    once: '',
    conversation: 'in this conversation',
    project: project === undefined ? 'in this project' : `in ${visibleText(project)}`,
    always: 'everywhere, for every caller',
  } as const
  const pattern = chosen === null ? null : (suggestions[chosen] ?? null)
  const preview = pattern === null ? null : patternPreview(pattern)
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <Field label="Remember">
          {(control) => (
            <Choice {...control} value={remember} onChange={({ target }) => onRemember(target.value as Remembered)}>
              <option value="once">For this call only</option>
              {question.conversationId !== null && <option value="conversation">In this conversation</option>}
              {question.projectId !== null && <option value="project">{capitalised(where.project)}</option>}
              <option value="always">Always</option>
            </Choice>
          )}
        </Field>
        {remember !== 'once' && (
          <Field label="Applies to">
            {(control) => (
              <Choice
                {...control}
                value={chosen ?? ''}
                onChange={({ target }) => onChosen(target.value === '' ? null : Number(target.value))}
              >
                <option value="">Every call to {tool}</option>
                {suggestions.map((suggestion, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- their order never changes
                  <option key={index} value={index}>
                    {shortText(capitalised(patternText({ pattern: suggestion })), maxOptionLength)}
                  </option>
                ))}
              </Choice>
            )}
          </Field>
        )}
      </div>
      {remember !== 'once' && (
        <div data-remembered="" className="text-xs break-words text-muted">
          <p>
            Remembered for {patternText({ pattern })} of {tool}, {where[remember]}. Undo in Settings, under Permissions.
          </p>
          {preview !== null && preview.about.length + preview.notAbout.length > 0 && (
            <dl className="mt-1">
              <Values title="Also applies to" values={preview.about} />
              <Values title="Never applies to" values={preview.notAbout} />
            </dl>
          )}
        </div>
      )}
    </div>
  )
}
