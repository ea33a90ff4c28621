/** What a call has met on its way that is not to happen to it without end. */

/** How often the server of a call may want to know something before it goes on. */
export const maxRounds = 16
/** How much it may want to know at a time: each is a question to a person or a client. */
export const maxQuestions = 32

export class Detours {
  #rounds = 0
  #passedOver: readonly string[] = []
  #madeAgain = false

  /** The server has asked for something. */
  get hadRounds(): boolean {
    return this.#rounds > 0
  }

  /** False: this is one round more than a call may have. */
  beginRound(): boolean {
    return ++this.#rounds <= maxRounds
  }

  /** This member was to have it and could not be reached, or was lost with it. */
  passOver(pairId: string): void {
    this.#passedOver = [...this.#passedOver, pairId]
  }

  hasPassedOver(pairId: string): boolean {
    return this.#passedOver.includes(pairId)
  }

  /** It was lost after it was sent, and may not be made a third time. */
  get madeAgain(): boolean {
    return this.#madeAgain
  }

  makeAgain(): void {
    this.#madeAgain = true
  }
}
