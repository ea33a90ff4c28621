/** Does nothing, to measure the machine's own effect on the loop and on calls. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'

const durationMs = 500

export const nothing: Attack = {
  name: 'no attack',
  as: 'stranger',
  async play() {
    await delay(durationMs)
    return []
  },
}
