/**
 * Lets work of many begin in turns of the event loop: so much of it a turn, and of those who have more, each in rotation. What
 * one of them asks for at once delays nobody else by more than a turn's worth.
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

  /** Null: it may begin at once. What costs more than a turn has one for itself. */
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

  /** The first of who is first, who then comes last. */
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
