/** One question, whatever it is about. Each kind is loaded when it is first asked. */
import { lazy, Suspense } from 'react'
import type { QuestionBody } from '#contract/question'
import type { CardProps } from '#renderer/parts/question/card/CardFrame.tsx'

const cards = {
  approval: lazy(() =>
    import('#renderer/parts/question/approval/ApprovalCard.tsx').then((module) => ({
      default: module.ApprovalCard,
    })),
  ),
  form: lazy(() =>
    import('#renderer/parts/question/card/FormCard.tsx').then((module) => ({ default: module.FormCard })),
  ),
  link: lazy(() =>
    import('#renderer/parts/question/link/LinkCard.tsx').then((module) => ({ default: module.LinkCard })),
  ),
  sampling: lazy(() =>
    import('#renderer/parts/question/sampling/SamplingCard.tsx').then((module) => ({
      default: module.SamplingCard,
    })),
  ),
} satisfies Record<QuestionBody['kind'], unknown>

export function QuestionCard(props: CardProps) {
  const Card = cards[props.question.body.kind]
  return (
    <Suspense fallback={<div aria-busy="true" className="h-40" />}>
      <Card key={props.question.id} {...props} />
    </Suspense>
  )
}
