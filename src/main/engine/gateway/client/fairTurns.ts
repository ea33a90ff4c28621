/**
 * Spreads clients' work over turns of the event loop: a limited amount in each turn, rotating between clients. However
 * much one client asks for at the same time, others are delayed by at most one turn.
 */
import { type AtTurnEnd, TurnEnd } from '#engine/net/turnEnd'

interface Waiting {
  readonly cost: number
  readonly begin: () => void
}

export class FairTurns {
  readonly #perTurn: number
  readonly #end: TurnEnd
  readonly #waiting = new Map<string, Waiting[]>()
  #spent = 0

  constructor(perTurn: number, atTurnEnd?: AtTurnEnd) {
    this.#perTurn = perTurn
    this.#end = new TurnEnd(() => this.#endTurn(), atTurnEnd)
  }

  /**
   * Returns null if the work may begin now, otherwise a promise that resolves when it may. Work that costs more than a
   * turn allows gets a turn of its own.
   */
  wait(who: string, cost: number): Promise<void> | null {
    if (this.#waiting.size === 0 && this.#spent < this.#perTurn) {
      this.#spend(cost)
      return null
    }
    return new Promise((begin) => {
      const own = this.#waiting.get(who)
      if (own === undefined) this.#waiting.set(who, [{ cost, begin }])
      else own.push({ cost, begin })
      this.#end.await()
    })
  }

  #spend(cost: number): void {
    this.#spent += cost
    this.#end.await()
  }

  #endTurn(): void {
    this.#spent = 0
    while (this.#spent < this.#perTurn) {
      const next = this.#next()
      if (next === undefined) return
      this.#spend(next.cost)
      next.begin()
    }
  }

  /** The oldest work for the client at the front, which then goes to the back. */
  #next(): Waiting | undefined {
    for (const [who, own] of this.#waiting) {
      const next = own.shift()
      this.#waiting.delete(who)
      if (own.length > 0) this.#waiting.set(who, own)
      return next
    }
    return undefined
  }
}
