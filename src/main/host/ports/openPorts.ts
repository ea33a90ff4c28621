/** Makes what a host supplies to the engine, from the machine that the host runs on. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#engine/clock'
import { createLog } from '#engine/log'
import type { Paths, Ports, Vault } from '#engine/ports'
import { openVault, readOnlyVault } from '#engine/secrets/openVault'
import { createRedactor } from '#engine/secrets/redaction'
import { openLogFile } from '#main/host/ports/logFile'
import { openOutlet } from '#main/host/output/outlet'
import type { HostOptions } from '#main/host/host'
import { ownNodeHere } from '#main/host/ports/ownNodeHere'
import { warningText } from '#main/host/ports/warningText'

export function openPorts(options: HostOptions): OpenPorts {
  const { environment, dataFolder, version } = options
  const redactor = createRedactor()
  redactor.add(environment['SWITCHBOARD_VAULT_KEY'] ?? '')
  const file = openLogFile(join(dataFolder, 'logs', 'switchboard.log'))
  const stderr = options.warnOnStderr ? openOutlet(process.stderr) : null
  const write = (line: string) => {
    file.write(line)
    const warning = stderr === null ? null : warningText(line)
    if (warning !== null) stderr?.write(warning)
  }
  const log = createLog({ level: environment['LOG_LEVEL'], destination: { write }, redactor })
  const ports: Ports = {
    clock: systemClock,
    log,
    vault: vaultOf(options),
    sharedVaultKey: environment['SWITCHBOARD_VAULT_KEY'] || null,
    holdVaults: options.readSecretsOf !== undefined,
    redactor,
    paths: { dataFolder, reaper: reaperOf(options.reaperModule) },
    ownCommand: ownNodeHere(options.reaperModule).bridge,
    makeId: randomUUID,
    random: Math.random,
    environment,
    loginShell: hasShellPath(options) ? null : loginShellOf(environment),
    allowEnvironment: options.allowEnvironment ?? false,
    startServersOnUse: options.startServersOnUse ?? false,
    version,
    databaseUrl: environment['DATABASE_URL'] ?? null,
  }
  return { ports, close: () => file.flush() }
}

/** A command in a terminal already has the shell's PATH. An app, or a program that an app started, may not. */
function hasShellPath({ kind, tenure }: HostOptions): boolean {
  return kind === 'headless' && tenure !== 'idle'
}

/** The person's login shell; null on Windows, which has one PATH for all programs. */
function loginShellOf(environment: HostOptions['environment']): string | null {
  if (process.platform === 'win32') return null
  return environment['SHELL'] ?? userInfo().shell
}

function vaultOf({ environment, dataFolder, readSecretsOf }: HostOptions): Vault {
  const folder = readSecretsOf ?? dataFolder
  const vault = openVault({ clock: systemClock, dataFolder: folder, key: environment['SWITCHBOARD_VAULT_KEY'] })
  return readSecretsOf === undefined ? vault : readOnlyVault(vault)
}

function reaperOf(module: string): Paths['reaper'] {
  const { command, env } = ownNodeHere(module)
  return { command, env, program: () => readFileSync(module, 'utf8') }
}

export interface OpenPorts {
  readonly ports: Ports
  /** Writes everything that is still waiting. */
  readonly close: () => Promise<void>
}
