/**
 * Makes ids of calls and runs: 20 characters of 0-9 and a-z that sort by time. A single database index therefore
 * serves lists, paging and retention.
 */
import type { MakeId } from '#engine/ports'

const timeLength = 9
const sequenceLength = 4
const ownLength = 7
const sequences = 36 ** sequenceLength
/** All two-digit numbers in base 36. Each call needs an id, and looking digits up is faster than formatting them. */
const pairs = Array.from({ length: 36 ** 2 }, (_, number) => base36(number, 2))

export class CallIds {
  /** Distinguishes this engine's ids from those of other engines on the database. */
  readonly #own: string
  #sequence = 0
  /** The time of the last id, cached because most ids are made in the same millisecond as the previous one. */
  #lastAt = -1
  #lastTime = ''

  constructor(makeId: MakeId) {
    this.#own = makeId()
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .slice(-ownLength)
      .padStart(ownLength, '0')
  }

  /** Ids made in the same millisecond sort in the order in which they were made. */
  make(at: number): string {
    if (at !== this.#lastAt) {
      this.#lastAt = at
      this.#lastTime = base36(at, timeLength)
    }
    const number = this.#sequence
    this.#sequence = (number + 1) % sequences
    return `${this.#lastTime}${pairs[Math.floor(number / pairs.length)]}${pairs[number % pairs.length]}${this.#own}`
  }
}

/** A lower bound: sorts before every id made at this time or later, and after all earlier ids. */
export function firstIdAt(at: number): string {
  return base36(at, timeLength).padEnd(timeLength + sequenceLength + ownLength, '0')
}

function base36(value: number, length: number): string {
  return Math.max(0, Math.floor(value)).toString(36).padStart(length, '0').slice(-length)
}
