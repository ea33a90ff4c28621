/** Options that several commands share, and what they mean. This file loads little, because the bridge waits for it. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { AppError } from '#contract/errors'
import { defaultDataFolder } from '#main/cli/dataFolder'
import type { EnginePlace } from '#main/cli/engineAccess'
import type { Terminal } from '#main/cli/terminal'

/** The options of commands about a data folder. */
export interface PlaceOptions {
  readonly data?: string
  readonly json?: boolean
}

export interface SharedOptions extends PlaceOptions {
  readonly config?: string
  readonly allowEnv?: boolean
}

export function withPlaceOptions(command: Command): Command {
  return command
    .addOption(new Option('--data <folder>', 'data folder').env('SWITCHBOARD_DATA'))
    .option('--json', 'print JSON')
}

export function withSharedOptions(command: Command): Command {
  return withPlaceOptions(command).option(
    '--config <file>',
    'use the servers of this configuration file, and store nothing',
  )
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

/** The option of commands that may start an engine in which servers run. */
export const environmentOption = ['--allow-env', 'let servers use this environment with ${env:NAME}'] as const

export function placeOf({ terminal }: { readonly terminal: Terminal }, options: SharedOptions): EnginePlace {
  const configFile = options.config === undefined ? null : resolve(options.config)
  if (configFile !== null && !existsSync(configFile)) {
    throw new AppError('NOT_FOUND', `Configuration file not found: ${configFile}`)
  }
  const given = options.data ?? ''
  const allowEnvironment = options.allowEnv === true
  const home = { platform: process.platform, folder: homedir(), environment: terminal.environment }
  return { dataFolder: resolve(given === '' ? defaultDataFolder(home) : given), configFile, allowEnvironment }
}
