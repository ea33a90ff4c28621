/**
 * Holds questions that are waiting for a person. Each is settled exactly once: by an answer, by its timeout, because
 * the asker gives up, or because the engine closes. This class knows which readers attend, but not what follows from
 * the answers.
 */
import { durationText } from '#contract/text/durationText'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { Answer, Question, QuestionBody, QuestionNews } from '#contract/question'
import { argumentFault } from '#contract/tools/argumentCheck'
import type { Clock, MakeId, Timer } from '#engine/ports'
import { Attendance } from '#engine/questions/attendance'

export interface QuestionsOptions {
  readonly publish: (event: EngineEvent) => void
  readonly clock: Clock
  readonly makeId: MakeId
}

export interface Asked {
  readonly body: QuestionBody
  readonly caller: Question['caller']
  /** The caller's key. Limits are per caller, so that many questions from one do not keep others from asking. */
  readonly callerKey: string
  readonly projectId: string | null
  readonly conversationId: string | null
}

export interface Waiting {
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** How long the question may wait; null: without limit. */
  readonly timeoutMs: number | null
  /** Whether to refuse the question immediately if no reader attends. */
  readonly onlyIfAttended?: boolean
  /** Called with the id as soon as the question can be answered. */
  readonly onAsked?: ((id: string) => void) | undefined
}

interface Open {
  readonly question: Question
  readonly callerKey: string
  readonly settle: (outcome: Answer | AppError) => void
}

const maxOpen = 200
const maxOpenOfOneCaller = 50

export class Questions {
  readonly #options: QuestionsOptions
  readonly #attendance: Attendance
  readonly #open = new Map<string, Open>()
  #closed = false

  constructor(options: QuestionsOptions) {
    this.#options = options
    this.#attendance = new Attendance(options.clock)
  }

  /** Whether a person could answer. */
  get attended(): boolean {
    return this.#attendance.size > 0
  }

  /** The open questions, oldest first. */
  list(): Question[] {
    return [...this.#open.values()].map(({ question }) => question)
  }

  /** The open questions, then every change, until `signal` is aborted or the engine closes. */
  attend(signal: AbortSignal | undefined): AsyncGenerator<QuestionNews[], void, undefined> {
    return this.#attendance.attend(() => ({ type: 'open', questions: this.list() }), signal)
  }

  /**
   * Rejects with CALL_REFUSED if no person can answer or none did in time, and with CALL_CANCELLED if `signal` is
   * aborted.
   */
  async ask(asked: Asked, waiting: Waiting): Promise<Answer> {
    const refusal = this.#refusalOf(asked, waiting)
    if (refusal !== null) throw refusal
    const { clock, makeId } = this.#options
    const { callerKey, ...about } = asked
    const askedAt = clock.now()
    const { timeoutMs, signal } = waiting
    const question: Question = {
      id: makeId(),
      askedAt,
      expiresAt: timeoutMs === null ? null : askedAt + timeoutMs,
      ...about,
    }
    let timer: Timer | null = null
    let withdrawn: () => void = () => undefined
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const settle = (outcome: Answer | AppError) => {
          if (!this.#open.delete(question.id)) return
          if (outcome instanceof AppError) reject(outcome)
          else resolve(outcome)
        }
        this.#open.set(question.id, { question, callerKey, settle })
        withdrawn = () => settle(new AppError('CALL_CANCELLED', 'The question is no longer needed.'))
        signal.addEventListener('abort', withdrawn, { once: true })
        if (timeoutMs !== null) timer = clock.after(timeoutMs, () => settle(expired(timeoutMs)))
        this.#tell({ type: 'asked', question }, { type: 'question.asked', question })
        waiting.onAsked?.(question.id)
      })
    } finally {
      ;(timer as Timer | null)?.cancel()
      signal.removeEventListener('abort', withdrawn)
      this.#tell({ type: 'settled', id: question.id }, { type: 'question.settled', id: question.id })
    }
  }

  /**
   * Settles the question by its first answer. Throws NOT_FOUND if the question is no longer open, INVALID_INPUT if the
   * answer does not fit it.
   */
  answer(id: string, answer: Answer): void {
    const open = this.#open.get(id)
    if (open === undefined)
      throw new AppError('NOT_FOUND', 'This question was already answered, or its answer is no longer needed.')
    const fault = faultOf(open.question, answer)
    if (fault !== null) throw new AppError('INVALID_INPUT', fault)
    open.settle(answer)
  }

  /** Refuses waiting and later questions. */
  close(): void {
    this.#closed = true
    for (const { settle } of this.#open.values()) settle(closing())
    this.#attendance.close()
  }

  #refusalOf({ callerKey }: Asked, { signal, onlyIfAttended }: Waiting): AppError | null {
    if (this.#closed) return closing()
    if (signal.aborted) return new AppError('CALL_CANCELLED', 'The question is no longer needed.')
    if (onlyIfAttended === true && !this.attended) return nobodyThere()
    const ofCaller = [...this.#open.values()].filter((open) => open.callerKey === callerKey).length
    if (this.#open.size < maxOpen && ofCaller < maxOpenOfOneCaller) return null
    return new AppError(
      'CALL_REFUSED',
      'Too many questions are already waiting for an answer. Answer some of them first.',
    )
  }

  #tell(news: QuestionNews, event: EngineEvent): void {
    this.#attendance.tell(news)
    this.#options.publish(event)
  }
}

interface PossibleAnswers {
  readonly are: readonly Answer['kind'][]
  readonly words: string
}

const verdict: PossibleAnswers = { are: ['allow', 'deny'], words: '`allow` or `deny`' }
const consent: PossibleAnswers = { are: ['submit', 'decline', 'cancel'], words: '`submit`, `decline` or `cancel`' }
const answers: Readonly<Record<QuestionBody['kind'], PossibleAnswers>> = {
  approval: verdict,
  form: consent,
  link: consent,
  sampling: consent,
}

function faultOf({ body, conversationId, projectId }: Question, answer: Answer): string | null {
  const { are, words } = answers[body.kind]
  if (!are.includes(answer.kind)) return `This question can only be answered with ${words}.`
  if (answer.kind === 'allow' || answer.kind === 'deny') {
    const missing =
      (answer.remember === 'conversation' && conversationId === null) ||
      (answer.remember === 'project' && projectId === null)
    return missing
      ? `This question belongs to no ${answer.remember}, so the answer cannot be remembered for one.`
      : null
  }
  if (body.kind !== 'form' || answer.kind !== 'submit') return null
  return argumentFault({ type: 'object', ...Object(body.requestedSchema) }, answer.content)
}

function nobodyThere(): AppError {
  return new AppError(
    'CALL_REFUSED',
    "This call needs a person's approval or answer, but Switchboard is not open in the app or in a browser. " +
      'Open it and try again.',
  )
}

function expired(timeoutMs: number): AppError {
  return new AppError(
    'CALL_REFUSED',
    `No one answered within ${durationText(timeoutMs)}. Try again, and answer the question in Switchboard.`,
  )
}

function closing(): AppError {
  return new AppError('CALL_REFUSED', 'Switchboard is closing, so the question cannot be answered.')
}
