/** Reports one examination step by step: which phase begins, how it ends and how long it takes. */
import { AppError, messageOf } from '#contract/errors'
import type { ExaminationEvent, ExaminationPhase, ExaminationStep, Finding } from '#contract/servers/doctor'
import type { Clock } from '#engine/ports'

export type Tell = (event: ExaminationEvent) => void

export interface StepParts {
  readonly clock: Clock
  readonly redact: (text: string) => string
  readonly tell: Tell
}

export class ExaminationSteps {
  readonly #parts: StepParts
  #current: { readonly phase: ExaminationPhase; readonly since: number; readonly findings: Finding[] } | null = null

  constructor(parts: StepParts) {
    this.#parts = parts
  }

  get phase(): ExaminationPhase | null {
    return this.#current?.phase ?? null
  }

  /** Ends the previous step as successful. */
  begin(phase: ExaminationPhase): void {
    this.end('ok')
    this.#current = { phase, since: this.#parts.clock.elapsed(), findings: [] }
    this.#parts.tell({ type: 'phase', phase })
  }

  find(name: string, text: string): void {
    this.#current?.findings.push({ name, text: this.#parts.redact(text) })
  }

  fail(thrown: unknown): void {
    this.#finish('failed', thrown)
  }

  end(outcome: Exclude<ExaminationStep['outcome'], 'failed'>): void {
    this.#finish(outcome, null)
  }

  #finish(outcome: ExaminationStep['outcome'], thrown: unknown): void {
    if (this.#current === null) return
    const { phase, since, findings } = this.#current
    this.#current = null
    const { clock, redact, tell } = this.#parts
    const code = thrown instanceof AppError ? thrown.code : 'INTERNAL'
    const error = outcome === 'failed' ? { code, message: redact(messageOf(thrown)) } : null
    tell({ type: 'step', phase, outcome, durationMs: Math.round(clock.elapsed() - since), findings, error })
  }
}
