/** No attack: what the machine itself does to loop and calls at the time, to compare with. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'

const asLongAsOthersMs = 500

export const nothing: Attack = {
  name: 'no attack',
  as: 'stranger',
  async play() {
    await delay(asLongAsOthersMs)
    return []
  },
}
