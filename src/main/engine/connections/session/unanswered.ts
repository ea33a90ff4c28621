/** Keeps track of a session's requests whose answers no caller is waiting for: calls that were given up, and pings. */
import type { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'

/** Maximum number of given-up calls that are remembered per session. */
const maxOwed = 1_000

export class Unanswered {
  readonly #peer: Pick<JsonRpcPeer, 'request' | 'forget' | 'isPending'>
  readonly #question: () => readonly [method: string, params: unknown]
  /** Ids of calls that were given up. */
  readonly #owed = new Set<unknown>()
  readonly #questions = new Set<unknown>()

  constructor(peer: Pick<JsonRpcPeer, 'request' | 'forget' | 'isPending'>, question: () => readonly [string, unknown]) {
    this.#peer = peer
    this.#question = question
  }

  /** The number of pings that are waiting for an answer. */
  get questions(): number {
    return this.#questions.size
  }

  /** Whether the server may still be working on a call that was given up. */
  get isOwed(): boolean {
    return this.#owed.size > 0
  }

  gaveUp(id: number): void {
    if (this.#peer.isPending(id) && this.#owed.size < maxOwed) this.#owed.add(id)
  }

  cameLate(answerTo: unknown): void {
    this.#owed.delete(answerTo)
  }

  /**
   * A server that answers another call is taken to have stopped working on the calls that were given up. An answer to a
   * ping does not show that.
   */
  answered(answerTo: unknown): void {
    // This runs for every answer, and clearing an empty set is not free.
    if (answerTo !== undefined && !this.#questions.delete(answerTo) && this.isOwed) this.#owed.clear()
  }

  /** Sends a ping. Returns a function that forgets it. */
  ask(onAnswer: () => void): () => void {
    const [method, params] = this.#question()
    const id = this.#peer.request(method, params, {
      onResult: onAnswer,
      onError: onAnswer,
      onLost: () => void this.#questions.delete(id),
    })
    this.#questions.add(id)
    return () => {
      this.#questions.delete(id)
      this.#peer.forget(id)
    }
  }
}
