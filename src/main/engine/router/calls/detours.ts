/** Detours of one call, each of which is limited. */

/** How often the server of a call may ask for input before it answers. */
export const maxRounds = 16
/** How many questions it may ask at a time: each goes to a person or a client. */
export const maxQuestions = 32
/** How often its caller may be asked for a sign-in. */
const maxSignIns = 3

export class Detours {
  #rounds = 0
  #passedOver: readonly string[] = []
  #madeAgain = false
  #signIns = 0

  /** The server has asked for input. */
  get hadRounds(): boolean {
    return this.#rounds > 0
  }

  /** False: the call has used up its rounds. */
  beginRound(): boolean {
    return ++this.#rounds <= maxRounds
  }

  /** This member could not be reached, or was lost with the call. */
  passOver(pairId: string): void {
    this.#passedOver = [...this.#passedOver, pairId]
  }

  hasPassedOver(pairId: string): boolean {
    return this.#passedOver.includes(pairId)
  }

  /** Whether its caller may be asked for a sign-in: not without end. */
  get mayWaitForSignIn(): boolean {
    return this.#signIns < maxSignIns
  }

  waitForSignIn(): void {
    this.#signIns += 1
  }

  /** The call was lost after it was sent and made again; it may not be made a third time. */
  get madeAgain(): boolean {
    return this.#madeAgain
  }

  makeAgain(): void {
    this.#madeAgain = true
  }
}
