/** A call that is waiting for approval: who asks, its arguments, and how long to remember the answer. */
import { Check, MessageSquareText, ShieldAlert, ShieldCheck, ShieldQuestion, X } from 'lucide-react'
import { useMemo } from 'react'
import type { ApprovalBody } from '#contract/question'
import type { ArgumentDraft } from '#renderer/parts/arguments/argumentDraft.ts'
import { reviewArguments } from '#renderer/parts/arguments/argumentReview.ts'
import { ArgumentsEditor } from '#renderer/parts/question/approval/ArgumentsEditor.tsx'
import { DefinitionDiff } from '#renderer/parts/question/approval/DefinitionDiff.tsx'
import { patternSuggestions } from '#renderer/parts/question/approval/patternSuggestions.ts'
import { type Remembered, RememberChoice } from '#renderer/parts/question/approval/RememberChoice.tsx'
import { CardFrame, type CardProps } from '#renderer/parts/question/card/CardFrame.tsx'
import {
  claimWords,
  reasonWords,
  serverWords,
  toolTitle,
  waitsForTrust,
} from '#renderer/parts/question/card/questionWords.ts'
import { useRemembered } from '#renderer/parts/question/approval/useRemembered.ts'
import { useTrust } from '#renderer/parts/question/approval/useTrust.ts'
import { useAnswer } from '#renderer/parts/question/card/useAnswer.ts'
import { AnswerButton } from '#renderer/parts/question/card/useGuard.tsx'
import { useTyped } from '#renderer/model/questions/useQuestions.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { Field, TextBox } from '#renderer/ui/form/Field.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function Why({ body }: { body: ApprovalBody }) {
  const claim = claimWords(body)
  if (body.change !== null)
    return (
      <>
        <Notice tone="warn">
          <strong className="font-semibold">This tool has changed since you allowed it.</strong> Review the changes
          before you allow it again.
        </Notice>
        <DefinitionDiff {...body.change} />
      </>
    )
  return (
    <p className="text-muted">
      {reasonWords(body)}
      {claim !== null && ` ${claim}`}
    </p>
  )
}

export function ApprovalCard(props: CardProps) {
  const { question } = props
  const { id, body } = question
  if (body.kind !== 'approval') return null
  return <Approval {...props} id={id} body={body} />
}

function Approval({ id, body, ...props }: CardProps & { id: string; body: ApprovalBody }) {
  const { tool, arguments: args } = body
  const suggestions = useMemo(() => patternSuggestions(args), [args])
  const [draft, setDraft] = useTyped<ArgumentDraft | null>(id, 'draft', null)
  const [remember, setRemember] = useTyped<Remembered>(id, 'remember', 'once')
  const [chosen, setChosen] = useTyped<number | null>(id, 'chosen', null)
  const [reason, setReason] = useTyped<string | null>(id, 'reason', null)
  const { sending, answer } = useAnswer(id, useRemembered(props.question))
  const trust = useTrust(tool.server)
  const edited = useMemo(
    () => (draft === null ? null : { draft, review: reviewArguments(tool.inputSchema, draft) }),
    [draft, tool.inputSchema],
  )
  const isUnreadable = edited?.review.isReadable === false
  const title = toolTitle(body)
  const remembered = {
    remember,
    pattern: remember === 'once' || chosen === null ? null : (suggestions[chosen] ?? null),
  }
  const allow = () => {
    if (isUnreadable) return
    answer({
      kind: 'allow',
      ...remembered,
      ...(edited?.review.read.ok === true && { arguments: edited.review.read.value }),
    })
  }
  const deny = () => answer({ kind: 'deny', ...remembered, ...(reason !== null && reason !== '' && { reason }) })
  const once = remember === 'once'
  return (
    <CardFrame
      {...props}
      icon={body.change === null ? ShieldQuestion : ShieldAlert}
      about={
        <>
          {/* The card's title already has the name of a tool without a title. */}
          {tool.title === null ? 'A tool' : <code className="font-mono">{visibleText(tool.name)}</code>} of{' '}
          {serverWords(tool.server)}
        </>
      }
      footer={
        <>
          <AnswerButton look="primary" data-answer="allow" disabled={sending || isUnreadable} onClick={allow}>
            <Check className="size-4" aria-hidden="true" />
            {once ? 'Allow once' : 'Allow and remember'}
          </AnswerButton>
          <AnswerButton data-answer="deny" disabled={sending} onClick={deny}>
            <X className="size-4" aria-hidden="true" />
            {once ? 'Deny' : 'Deny and remember'}
          </AnswerButton>
          {waitsForTrust(body) && (
            <AnswerButton
              disabled={sending || isUnreadable}
              title={`Read-only tools of ${serverWords(tool.server)} will no longer ask for approval. Undo in the server’s settings.`}
              onClick={() => void trust().then((isTrusted) => isTrusted && allow())}
            >
              <ShieldCheck className="size-4" aria-hidden="true" />
              Trust this server
            </AnswerButton>
          )}
          {reason === null && (
            <Button look="quiet" onClick={() => setReason('')}>
              <MessageSquareText className="size-4" aria-hidden="true" />
              Deny with reason…
            </Button>
          )}
        </>
      }
    >
      <Why body={body} />
      {tool.description !== '' && (
        <Disclosure title="Server’s description" className="text-muted">
          <p className="mt-1 max-h-40 overflow-y-auto pl-4.5 break-words whitespace-pre-wrap select-text">
            {visibleText(tool.description)}
          </p>
        </Disclosure>
      )}
      <ArgumentsEditor args={args} inputSchema={tool.inputSchema} edited={edited} onDraft={setDraft} />
      <RememberChoice
        question={props.question}
        tool={title}
        remember={remember}
        onRemember={setRemember}
        suggestions={suggestions}
        chosen={chosen}
        onChosen={setChosen}
      />
      {reason !== null && (
        <Field label="Reason" hint="Sent with the denial.">
          {(control) => (
            <TextBox
              {...control}
              data-deny-reason=""
              maxLength={1000}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      )}
    </CardFrame>
  )
}
