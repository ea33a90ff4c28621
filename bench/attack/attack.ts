/** One way to attack an engine from outside. */
import type { Target } from '#bench/attack/target'

/**
 * Who attacks: a stranger without a token, a client with a limited one, a server that was added, or a person who can write a
 * file that the engine reads or make a folder where it looks.
 */
export type Attacker = 'stranger' | 'client' | 'server' | 'file'

export interface Attack {
  readonly name: string
  readonly as: Attacker
  /** It has an engine and a folder of its own each time: nothing of it can add up, and once is enough. */
  readonly once?: true
  /** Plays it once, and lets go of what it opened. Returns what must never happen and did, in words. */
  play(target: Target): Promise<readonly string[]>
}
