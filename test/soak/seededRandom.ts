/** Repeatable randomness. The same seed makes the same choices. */

export interface SeededRandom {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    pick: (list) => {
      const item = list[whole(0, list.length - 1)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
    chance: (probability) => next() < probability,
  }
}
