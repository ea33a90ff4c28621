/** The card for one question. The card of each kind is loaded at first use. */
import type { QuestionBody } from '#contract/question'
import type { CardProps } from '#renderer/parts/question/card/CardFrame.tsx'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const meanwhile = <div aria-busy="true" className="h-40" />

const cards = {
  approval: onDemand(
    () => import('#renderer/parts/question/approval/ApprovalCard.tsx').then((module) => module.ApprovalCard),
    { meanwhile },
  ),
  form: onDemand(() => import('#renderer/parts/question/card/FormCard.tsx').then((module) => module.FormCard), {
    meanwhile,
  }),
  link: onDemand(() => import('#renderer/parts/question/link/LinkCard.tsx').then((module) => module.LinkCard), {
    meanwhile,
  }),
  sampling: onDemand(
    () => import('#renderer/parts/question/sampling/SamplingCard.tsx').then((module) => module.SamplingCard),
    { meanwhile },
  ),
} satisfies Record<QuestionBody['kind'], unknown>

export function QuestionCard(props: CardProps) {
  const Card = cards[props.question.body.kind]
  return <Card key={props.question.id} {...props} />
}
