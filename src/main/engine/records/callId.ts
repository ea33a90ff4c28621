/** Ids of calls and runs: 20 of 0-9 and a-z that sort by time, so that one index serves lists, pages and retention. */
import type { MakeId } from '#engine/ports'

const timeLength = 9
const sequenceLength = 4
const randomLength = 7
const sequences = 36 ** sequenceLength

export class CallIds {
  readonly #makeId: MakeId
  #sequence = 0

  constructor(makeId: MakeId) {
    this.#makeId = makeId
  }

  /** Within one millisecond, ids sort by the order in which they were made. */
  make(at: number): string {
    const sequence = base36(this.#sequence++ % sequences, sequenceLength)
    const random = this.#makeId()
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .slice(-randomLength)
      .padStart(randomLength, '0')
    return base36(at, timeLength) + sequence + random
  }
}

/** Comes before every id of that time, and after every earlier one. */
export function firstIdAt(at: number): string {
  return base36(at, timeLength).padEnd(timeLength + sequenceLength + randomLength, '0')
}

function base36(value: number, length: number): string {
  return Math.max(0, Math.floor(value)).toString(36).padStart(length, '0').slice(-length)
}
