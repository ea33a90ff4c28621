/** Decides whether a command may do what it has shown: with `--yes`, or if the person at the terminal agrees. */
import type { CommandContext } from '#main/cli/commandContext'
import type { Terminal } from '#main/cli/terminal'

export interface ConfirmOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

export async function isConfirmed(
  { terminal, interruption }: CommandContext,
  { yes = false, json = false }: ConfirmOptions,
  question: string,
): Promise<boolean> {
  if (yes) return true
  if (json || !terminal.canAsk) return false
  return Promise.race([agrees(terminal, question), interruption.interrupted])
}

export async function agrees(terminal: Terminal, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim())
}
