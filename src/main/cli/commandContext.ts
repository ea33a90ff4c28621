/** What every command gets: its context, and the ways in which it reaches an engine. */
import { withEngineAt } from '#main/cli/engineAccess'
import type { EngineWork, Installation } from '#main/cli/engineAccess'
import { UsageError } from '#main/cli/failure'
import type { Interruption } from '#main/cli/interruption'
import { placeOf, type PlaceOptions, type SharedOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import { printableJson } from '#main/host/output/safeText'

export interface CommandContext {
  readonly terminal: Terminal
  readonly installation: Installation
  readonly interruption: Interruption
}

export interface EngineNeeds {
  /** Whether servers start only at their first use, for commands that list servers or start them in their own way. */
  readonly startServersOnUse?: boolean
}

export function withEngine<T>(
  context: CommandContext,
  options: SharedOptions,
  work: EngineWork<T>,
  needs: EngineNeeds = {},
): Promise<T> {
  const access = {
    installation: context.installation,
    environment: context.terminal.environment,
    interruption: context.interruption,
  }
  return withEngineAt(access, { ...placeOf(context, options), ...needs }, work)
}

/** Runs a command about stored data, which may be about a configuration file. No server has to run for it. */
export function atDataFolder<T>(context: CommandContext, { data }: PlaceOptions, work: EngineWork<T>): Promise<T> {
  return withEngine(context, data === undefined ? {} : { data }, work, { startServersOnUse: true })
}

/** Runs a command that changes servers. Refuses a configuration file, because the changes would not be stored. */
export function withStoredServers<T>(
  context: CommandContext,
  options: SharedOptions,
  work: EngineWork<T>,
  needs: EngineNeeds = {},
): Promise<T> {
  if (options.config === undefined) return withEngine(context, options, work, needs)
  throw new UsageError('With --config nothing is stored. Edit the file itself, or omit --config.')
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(`${printableJson(value)}\n`)
}
