/** Records what happened in the last sign-in and the last refresh, for a person who looks for the step that failed. */
import type { SignInPhase, SignInStep } from '#contract/servers/signIn'
import { shortText } from '#contract/text/shortText'
import type { Clock, Redactor } from '#engine/ports'

const maxSteps = 60
const maxTextLength = 1_000

export class Steps {
  readonly #clock: Pick<Clock, 'now'>
  readonly #redactor: Pick<Redactor, 'redact'>
  #steps: SignInStep[] = []

  constructor(clock: Pick<Clock, 'now'>, redactor: Pick<Redactor, 'redact'>) {
    this.#clock = clock
    this.#redactor = redactor
  }

  get list(): readonly SignInStep[] {
    return this.#steps
  }

  beginSignIn(): void {
    this.#steps = []
  }

  /** Removes the steps of the last refresh. Those of the last sign-in stay visible. */
  beginRefresh(): void {
    this.#steps = this.#steps.filter(({ phase }) => phase !== 'refresh')
  }

  readonly tell = (phase: SignInPhase, outcome: SignInStep['outcome'], text: string): void => {
    const shown = shortText(this.#redactor.redact(text), maxTextLength)
    this.#steps = [...this.#steps, { phase, at: this.#clock.now(), outcome, text: shown }].slice(-maxSteps)
  }
}
