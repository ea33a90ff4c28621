/**
 * Runs examinations as streams. A reader can leave at any moment, which ends everything that the examination started.
 */
import type { ExaminationEvent } from '#contract/servers/doctor'
import type { ExaminationParts, Patient } from '#engine/doctor/examination'
import { Wake } from '#engine/structures/wake'

export interface DoctorParts extends ExaminationParts {
  readonly patient: (slug: string, projectId?: string) => Patient
}

export class Doctor {
  readonly #parts: DoctorParts
  readonly #running = new Map<AbortController, Promise<void>>()

  constructor(parts: DoctorParts) {
    this.#parts = parts
  }

  /**
   * Examines a server with its launch in this project or, without one, in the first project where the server is on.
   * Throws `NOT_FOUND` immediately if the server does not exist.
   */
  examine(
    slug: string,
    projectId: string | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<ExaminationEvent, void, undefined> {
    return this.#stream(this.#parts.patient(slug, projectId), signal)
  }

  /** Ends running examinations. */
  async close(): Promise<void> {
    for (const controller of this.#running.keys()) controller.abort()
    await Promise.allSettled(this.#running.values())
  }

  async *#stream(patient: Patient, signal: AbortSignal | undefined): AsyncGenerator<ExaminationEvent, void, undefined> {
    const controller = new AbortController()
    const abort = () => controller.abort()
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted === true) abort()
    const events: ExaminationEvent[] = []
    const wake = new Wake()
    let isOver = false
    const tell = (event: ExaminationEvent) => {
      events.push(event)
      wake.now()
    }
    const work = this.#examine(patient, tell, controller.signal).finally(() => {
      isOver = true
      this.#running.delete(controller)
      wake.now()
    })
    this.#running.set(controller, work)
    try {
      for (;;) {
        const event = events.shift()
        if (event !== undefined) yield event
        else if (isOver) return await work
        else await wake.until(() => isOver || events.length > 0)
      }
    } finally {
      signal?.removeEventListener('abort', abort)
      abort()
      await work
    }
  }

  /** The code is loaded with the first examination, so that an engine starts without it. */
  async #examine(patient: Patient, tell: (event: ExaminationEvent) => void, signal: AbortSignal): Promise<void> {
    const { Examination } = await import('#engine/doctor/examination')
    await new Examination(this.#parts, patient, tell).run(signal)
  }
}
