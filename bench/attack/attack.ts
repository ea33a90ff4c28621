/** One way to attack an engine from outside. */
import type { Target } from '#bench/attack/target'

/**
 * Who attacks: a stranger without a token, a client with a limited token, a server that was added, or a person who can
 * write a file that the engine reads or create a folder where it looks.
 */
export type Attacker = 'stranger' | 'client' | 'server' | 'file'

export interface Attack {
  readonly name: string
  readonly as: Attacker
  /**
   * Whether the attack is played only once, because it starts its own engine on its own folder each time, so that
   * nothing can accumulate.
   */
  readonly once?: true
  /** Plays the attack once and releases what it opened. Returns a description of each forbidden event that happened. */
  play(target: Target): Promise<readonly string[]>
}
