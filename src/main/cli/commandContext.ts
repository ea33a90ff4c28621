/** What every command works with. */
import type { ServerSnapshot } from '#contract/servers/server'
import { AppError } from '#contract/errors'
import { withEngine } from '#main/cli/engineAccess'
import type { EngineWork, Installation } from '#main/cli/engineAccess'
import { UsageError } from '#main/cli/failure'
import type { Interruption } from '#main/cli/interruption'
import { placeOf, type PlaceOptions, type SharedOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import type { ContractClient } from '#main/host/control/controlClient'
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

/** People name a server by its slug or by the name they gave it. */
export async function findServer(client: ContractClient, name: string, signal: AbortSignal): Promise<ServerSnapshot> {
  const servers = await client.servers.list(undefined, { signal })
  const byName = servers.filter((server) => server.name === name)
  const found = servers.find((server) => server.slug === name) ?? (byName.length === 1 ? byName[0] : undefined)
  if (found !== undefined) return found
  const known = servers.length === 0 ? 'There are none.' : `There are: ${servers.map((each) => each.slug).join(', ')}.`
  throw new AppError('NOT_FOUND', `There is no server ${name}. ${known}`)
}
