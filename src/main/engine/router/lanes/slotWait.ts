/** A call's wait, in its caller's line, for one of the server's slots. */
import type { CallQueue } from '#engine/router/lanes/callQueue'
import type { Stage } from '#engine/router/calls/stage'

export class SlotWait implements Stage {
  readonly kind = 'waitingForSlot'
  /** `granted`: the call has a slot. `over`: the call was given up. */
  readonly turn: Promise<'granted' | 'over'>
  readonly #queue: CallQueue<SlotWait>
  readonly #callerKey: string
  #resolve!: (turn: 'granted' | 'over') => void

  private constructor(queue: CallQueue<SlotWait>, callerKey: string) {
    this.#queue = queue
    this.#callerKey = callerKey
    this.turn = new Promise((resolve) => (this.#resolve = resolve))
  }

  /** Returns null if the queue is full. */
  static begin(queue: CallQueue<SlotWait>, callerKey: string): SlotWait | null {
    const wait = new SlotWait(queue, callerKey)
    return queue.wait(callerKey, wait) ? wait : null
  }

  granted(): void {
    this.#resolve('granted')
  }

  giveUp(): void {
    this.#queue.withdraw(this.#callerKey, this)
    this.#resolve('over')
  }
}
