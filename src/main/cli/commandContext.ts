/** What every command works with, and the options that all commands share. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import type { ServerSnapshot } from '#contract/server'
import { AppError } from '#contract/errors'
import { defaultDataFolder } from '#main/cli/dataFolder'
import { withEngine } from '#main/cli/engineAccess'
import type { EnginePlace, EngineWork, Installation } from '#main/cli/engineAccess'
import { UsageError } from '#main/cli/failure'
import type { Interruption } from '#main/cli/interruption'
import type { Terminal } from '#main/cli/terminal'
import type { ContractClient } from '#main/host/control/controlClient'

export interface CommandContext {
  readonly terminal: Terminal
  readonly installation: Installation
  readonly interruption: Interruption
}

export interface SharedOptions {
  readonly data?: string
  readonly config?: string
  readonly json?: boolean
  readonly allowEnv?: boolean
}

export function withSharedOptions(command: Command): Command {
  return command
    .addOption(new Option('--data <folder>', 'data folder').env('SWITCHBOARD_DATA'))
    .option('--config <file>', 'work with the servers of this configuration file, and keep nothing')
    .option('--json', 'print JSON')
}

/** For commands that may start an engine in which servers run. */
export const environmentOption = ['--allow-env', 'let servers use this environment by ${env:NAME}'] as const

export function placeOf({ terminal }: CommandContext, options: SharedOptions): EnginePlace {
  const configFile = options.config === undefined ? null : resolve(options.config)
  if (configFile !== null && !existsSync(configFile)) {
    throw new AppError('NOT_FOUND', `There is no configuration file ${configFile}.`)
  }
  const given = options.data ?? ''
  const allowEnvironment = options.allowEnv === true
  const home = { platform: process.platform, folder: homedir(), environment: terminal.environment }
  return { dataFolder: resolve(given === '' ? defaultDataFolder(home) : given), configFile, allowEnvironment }
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
  terminal.print(`${JSON.stringify(value)}\n`)
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
