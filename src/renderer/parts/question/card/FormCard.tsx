/**
 * A form that a server asks the person to fill in. The server is untrusted: its text is shown as plain text, and the
 * card says who gets the answer.
 */
import { FormInput } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Question } from '#contract/question'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { CardFrame, type CardProps } from '#renderer/parts/question/card/CardFrame.tsx'
import { callerWords, serverWords } from '#renderer/parts/question/card/questionWords.ts'
import { RefusalButtons } from '#renderer/parts/question/card/RefusalButtons.tsx'
import { useAnswer } from '#renderer/parts/question/card/useAnswer.ts'
import { AnswerButton } from '#renderer/parts/question/card/useGuard.tsx'
import { useTyped } from '#renderer/model/questions/useQuestions.tsx'
import { type Drafts, draftOf, formContent } from '#renderer/parts/schemaForm/formContent.ts'
import { FormFieldBox } from '#renderer/parts/schemaForm/FormFieldBox.tsx'
import { looksSecret, readForm } from '#renderer/parts/schemaForm/formSchema.ts'
import { focusFirstWrong } from '#renderer/ui/focus/focusFirstWrong.ts'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

type FormBody = Question['body'] & { kind: 'form' }

const untouched: Drafts = new Map()

export function FormCard(props: CardProps) {
  const { body } = props.question
  return body.kind === 'form' ? <Form {...props} body={body} /> : null
}

function Form({ body, ...props }: CardProps & { body: FormBody }) {
  const { id } = props.question
  const fields = useMemo(() => readForm(body.requestedSchema), [body])
  const [drafts, setDrafts] = useTyped<Drafts>(id, 'drafts', untouched)
  const [tried, setTried] = useState(false)
  const fieldsBox = useRef<HTMLDivElement>(null)
  const { sending, answer } = useAnswer(id)
  const read = formContent(fields, drafts, body.requestedSchema)
  const server = serverWords(body.server)
  const submit = () => {
    if (read.ok) return answer({ kind: 'submit', content: read.content })
    setTried(true)
    // Waits until the errors are rendered.
    requestAnimationFrame(() => focusFirstWrong(fieldsBox.current))
  }
  return (
    <CardFrame
      {...props}
      icon={FormInput}
      about={`During a call by ${callerWords(props.question) === 'The chat' ? 'the chat' : callerWords(props.question)}`}
      footer={
        <>
          <AnswerButton look="primary" disabled={sending} onClick={submit}>
            Send to {server}
          </AnswerButton>
          <RefusalButtons sending={sending} onAnswer={answer} />
        </>
      }
    >
      <p className="max-h-48 overflow-y-auto break-words whitespace-pre-wrap select-text">{shownText(body.message)}</p>
      {fields.some(looksSecret) ? (
        <Notice tone="warn">
          This form seems to ask for a password or a key. Servers are not allowed to ask for these, so do not enter any.
        </Notice>
      ) : (
        <p className="text-xs text-muted">{server} gets what you enter. Never enter passwords or keys here.</p>
      )}
      {fields.length > 0 && (
        <div ref={fieldsBox} className="flex flex-col gap-3">
          {fields.map((field) => (
            <FormFieldBox
              key={field.name}
              field={field}
              draft={draftOf(field, drafts)}
              fault={tried && !read.ok ? read.faults.get(field.name) : undefined}
              onDraft={(draft) => setDrafts(new Map(drafts).set(field.name, draft))}
            />
          ))}
        </div>
      )}
    </CardFrame>
  )
}
