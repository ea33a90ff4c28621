/** Detours of one call on its way to a result. The number of each kind is limited. */

/** How often a server may ask for input before it answers a call. */
export const maxRounds = 16
/** How many questions a server may ask at a time. Each goes to a person or a client. */
export const maxQuestions = 32
/** How often a call may ask for a sign-in. */
const maxSignIns = 3

export class Detours {
  #rounds = 0
  #passedOver: readonly string[] = []
  #madeAgain = false
  #signIns = 0

  /** Whether the server has asked for input. */
  get hadRounds(): boolean {
    return this.#rounds > 0
  }

  /** Returns false if the call has used up its rounds. */
  beginRound(): boolean {
    return ++this.#rounds <= maxRounds
  }

  /** Remembers a member that could not be reached, or that was lost with the call. */
  passOver(pairId: string): void {
    this.#passedOver = [...this.#passedOver, pairId]
  }

  hasPassedOver(pairId: string): boolean {
    return this.#passedOver.includes(pairId)
  }

  /** Whether the caller may be asked for a sign-in once more. */
  get mayWaitForSignIn(): boolean {
    return this.#signIns < maxSignIns
  }

  waitForSignIn(): void {
    this.#signIns += 1
  }

  /** Whether the call was lost after it was sent, and made again. It is not made a third time. */
  get madeAgain(): boolean {
    return this.#madeAgain
  }

  makeAgain(): void {
    this.#madeAgain = true
  }
}
