/**
 * `secret`: stores values in the vault by name, and decides who may use them. A value comes from stdin or from a prompt
 * that hides it.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '#contract/errors'
import type { SecretOwner } from '#contract/secret'
import { atDataFolder, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { UsageError } from '#main/cli/failure'
import { type PlaceOptions, withPlaceOptions } from '#main/cli/sharedOptions'
import { formatTable } from '#main/cli/text/table'

export function addSecretCommand(program: Command, context: CommandContext): void {
  const secret = program.command('secret').description('values for `${NAME}` in the settings of servers')

  withOwnerOptions(
    secret
      .command('set')
      .description('set the value of a secret, from stdin or by hidden input')
      .usage('<name> [options] < file-with-the-value')
      .argument('<name>', 'as in ${NAME}'),
  ).action((name: string, options: OwnerOptions) => set(context, name, options))

  withOwnerOptions(
    secret.command('list').description('list the names of secrets, and the servers that use them'),
  ).action((options: OwnerOptions) => list(context, options))

  withOwnerOptions(secret.command('remove').description('forget a secret').argument('<name>')).action(
    (name: string, options: OwnerOptions) => remove(context, name, options),
  )

  withPlaceOptions(
    secret
      .command('allow-file')
      .description('let the servers of a configuration file use the secrets of a project')
      .argument('<file>')
      .option('--project <project>', 'the project (default: the default project)')
      .option('--revoke', 'revoke this permission'),
  ).action((file: string, options: PermissionOptions) => allowFile(context, file, options))

  withPlaceOptions(
    secret
      .command('allow-env')
      .description('let all servers except those of configuration files use `${env:NAME}`')
      .option('--revoke', 'revoke this permission'),
  ).action((options: PermissionOptions) => allowEnvironment(context, options))
}

interface OwnerOptions extends PlaceOptions {
  readonly project?: string
  readonly config?: string
}

interface PermissionOptions extends PlaceOptions {
  readonly project?: string
  readonly revoke?: boolean
}

function withOwnerOptions(command: Command): Command {
  return withPlaceOptions(command)
    .option('--project <project>', 'secrets of this project (default: the default project)')
    .option('--config <file>', 'secrets of this configuration file only')
}

async function set(context: CommandContext, name: string, options: OwnerOptions): Promise<void> {
  const owner = ownerOf(options)
  const value = await readValue(context, name)
  if (value === '') throw new UsageError(`${name} needs a value: pass it on stdin, or type it when asked.`)
  await atDataFolder(context, options, (client, signal) => client.secrets.set({ ...owner, name, value }, { signal }))
  report(context, options, { name }, `Stored ${name} in the vault.\n`)
}

async function list(context: CommandContext, options: OwnerOptions): Promise<void> {
  const { terminal } = context
  const owner = ownerOf(options)
  const { secrets, vault } = await atDataFolder(context, options, async (client, signal) => ({
    secrets: await client.secrets.list(owner, { signal }),
    vault: await client.secrets.vault(undefined, { signal }),
  }))
  // A configuration file's secrets are always in the engine's own vault.
  if (vault.note !== null && owner.file === undefined) terminal.note(`${vault.note}\n`)
  if (options.json) return printJson(terminal, secrets)
  if (secrets.length === 0) return terminal.note('No secrets yet. Add one: switchboard secret set NAME\n')
  terminal.print(
    formatTable(
      [
        { title: 'NAME', text: ({ name }) => name },
        { title: 'USED BY', text: ({ usedBy }) => usedBy.join(', ') },
      ],
      secrets,
      terminal.columns,
      (title) => terminal.style('dim', title),
    ),
  )
}

async function remove(context: CommandContext, name: string, options: OwnerOptions): Promise<void> {
  const owner = ownerOf(options)
  await atDataFolder(context, options, (client, signal) => client.secrets.remove({ ...owner, name }, { signal }))
  report(context, options, { name }, `Removed ${name}.\n`)
}

async function allowFile(context: CommandContext, given: string, options: PermissionOptions): Promise<void> {
  const file = existingFile(given)
  const allowed = options.revoke !== true
  const permission = { file, allowed, ...(options.project !== undefined && { projectId: options.project }) }
  await atDataFolder(context, options, (client, signal) => client.secrets.allowFile(permission, { signal }))
  const text = `${file} may ${allowed ? 'use the secrets of this project' : 'no longer use the secrets of a project'}.\n`
  report(context, options, permission, text)
}

async function allowEnvironment(context: CommandContext, options: PermissionOptions): Promise<void> {
  const allowed = options.revoke !== true
  await atDataFolder(context, options, (client, signal) => client.secrets.allowEnvironment({ allowed }, { signal }))
  report(context, options, { allowed }, `Servers may ${allowed ? '' : 'no longer '}use \${env:NAME}.\n`)
}

function ownerOf({ project, config }: OwnerOptions): SecretOwner {
  if (project !== undefined && config !== undefined) throw new UsageError('Use --project or --config, not both.')
  if (config !== undefined) return { file: existingFile(config) }
  return project === undefined ? {} : { projectId: project }
}

function existingFile(given: string): string {
  const file = resolve(given)
  if (!existsSync(file)) throw new AppError('NOT_FOUND', `Configuration file not found: ${file}`)
  return file
}

async function readValue({ terminal, interruption }: CommandContext, name: string): Promise<string> {
  const answer = terminal.canAsk ? terminal.askHidden(`Value of ${name}: `) : terminal.readAll()
  const text = await Promise.race([answer, interruption.interrupted])
  // The editor or the shell adds the final line break.
  return text.replace(/\r?\n$/, '')
}

function report({ terminal }: CommandContext, options: PlaceOptions, result: unknown, text: string): void {
  if (options.json) printJson(terminal, result)
  else terminal.print(text)
}
