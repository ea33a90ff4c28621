/** A server wants to send a prompt to the model, on the person's account. */
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useMemo } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { useModels } from '#renderer/model/chat/useModels.ts'
import { CardFrame, type CardProps } from '#renderer/parts/question/card/CardFrame.tsx'
import { serverWords } from '#renderer/parts/question/card/questionWords.ts'
import { useAnswer } from '#renderer/parts/question/card/useAnswer.ts'
import { AnswerButton } from '#renderer/parts/question/card/useGuard.tsx'
import { maxCost, promptTokens, readSampling } from '#renderer/parts/question/sampling/samplingRequest.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function costWords(costUsd: number): string {
  return costUsd < 0.01 ? 'less than 1 cent' : `at most $${costUsd.toFixed(2)}`
}

/** The model of the conversation, as the provider lists it. The price may be unknown. */
function useAskedModel(conversationId: string | null) {
  const { queries } = useEngine()
  const { data: list } = useModels()
  const { data: conversation } = useQuery({
    ...queries.chat.get.queryOptions({ input: { id: conversationId ?? '' } }),
    enabled: conversationId !== null,
  })
  const id = conversation?.model ?? list?.defaultModel ?? null
  return list?.models.find((model) => model.id === id) ?? null
}

export function SamplingCard(props: CardProps) {
  const { id, body, conversationId } = props.question
  const model = useAskedModel(conversationId)
  const request = useMemo(() => readSampling(body.kind === 'sampling' ? body.request : null), [body])
  const { sending, answer } = useAnswer(id)
  if (body.kind !== 'sampling') return null
  const server = serverWords(body.server)
  const facts = [
    ['Model', model === null ? 'the model of this conversation' : visibleText(model.name)],
    ...(request.wished.length > 0 ? [['Preferred', visibleText(request.wished.join(', '))]] : []),
    ['Input', `about ${promptTokens(request).toLocaleString('en')} tokens`],
    ['Output', `at most ${request.maxTokens.toLocaleString('en')} tokens`],
    ...(model?.price ? [['Cost', costWords(maxCost(request, model.price))]] : []),
  ] as const
  return (
    <CardFrame
      {...props}
      icon={Sparkles}
      about={`Uses your account. ${server} gets the answer`}
      footer={
        <>
          <AnswerButton look="primary" disabled={sending} onClick={() => answer({ kind: 'submit' })}>
            Allow once
          </AnswerButton>
          <AnswerButton disabled={sending} onClick={() => answer({ kind: 'decline' })}>
            Decline
          </AnswerButton>
        </>
      }
    >
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <section
        aria-label="Prompt"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
        tabIndex={0}
        data-question-request=""
        className="flex max-h-64 flex-col gap-2 overflow-y-auto rounded-lg border border-line bg-canvas px-3 py-2 text-xs -outline-offset-2"
      >
        {[
          ...(request.system === null ? [] : [{ role: 'Instructions', text: request.system }]),
          ...request.messages,
        ].map(({ role, text }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- their order never changes
          <div key={index}>
            <h4 className="font-medium text-muted">{role}</h4>
            <p className="break-words whitespace-pre-wrap select-text">{shownText(text)}</p>
          </div>
        ))}
      </section>
    </CardFrame>
  )
}
