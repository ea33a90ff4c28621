/** What every command works with. */
import { withEngine } from '#main/cli/engineAccess'
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
  /** For commands that only look at servers, or start them their own way. */
  readonly holdServers?: boolean
}

export function useEngine<T>(
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
  return withEngine(access, { ...placeOf(context, options), ...needs }, work)
}

/** For what is kept with a data folder, also where it is about a configuration file: no server has to run for it. */
export function atDataFolder<T>(context: CommandContext, { data }: PlaceOptions, work: EngineWork<T>): Promise<T> {
  return useEngine(context, data === undefined ? {} : { data }, work, { holdServers: true })
}

/** For what changes servers: with a configuration file nothing would be kept of it. */
export function changeEngine<T>(
  context: CommandContext,
  options: SharedOptions,
  work: EngineWork<T>,
  needs: EngineNeeds = {},
): Promise<T> {
  if (options.config === undefined) return useEngine(context, options, work, needs)
  throw new UsageError('With --config nothing is kept. Edit the file itself, or leave --config out.')
}

export function printJson(terminal: Terminal, value: unknown): void {
  terminal.print(`${printableJson(value)}\n`)
}
