/**
 * Lets work of many begin in turns of the event loop: so much of it a turn, and of those who have more, each in rotation. What
 * one of them asks for at once delays nobody else by more than a turn's worth.
 */
interface Waiting {
  readonly cost: number
  readonly begin: () => void
}

export class FairTurns {
  readonly #perTurn: number
  readonly #atTurnEnd: (run: () => void) => void
  readonly #waiting = new Map<string, Waiting[]>()
  #spent = 0
  #endIsAwaited = false

  /** `atTurnEnd` is Node's, but for tests. */
  constructor(perTurn: number, atTurnEnd: (run: () => void) => void = setImmediate) {
    this.#perTurn = perTurn
    this.#atTurnEnd = atTurnEnd
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
      this.#awaitEnd()
    })
  }

  #spend(cost: number): void {
    this.#spent += cost
    this.#awaitEnd()
  }

  #awaitEnd(): void {
    if (this.#endIsAwaited) return
    this.#endIsAwaited = true
    this.#atTurnEnd(this.#endTurn)
  }

  readonly #endTurn = (): void => {
    this.#endIsAwaited = false
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
