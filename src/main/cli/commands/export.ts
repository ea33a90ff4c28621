/** `export`: writes a project's servers as a configuration file, with `${NAME}` in place of secrets. */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { type ExportFormat, exportFormats } from '#contract/clients/clientNames'
import { AppError, messageOf } from '#contract/errors'
import { printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addExportCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('export')
      .description('write the servers of a project as a configuration file, without values of secrets')
      .argument('[file]', 'the file to write (default: print it)')
      .addOption(
        new Option('--format <format>', "the client's format; switchboard keeps everything")
          .choices(exportFormats)
          .default('switchboard'),
      )
      .option('--project <project>', 'the project (default: the only one with servers)')
      .option('--force', 'overwrite an existing file'),
  ).action((file: string | undefined, options: ExportOptions) => exportProject(context, file, options))
}

interface ExportOptions extends SharedOptions {
  readonly format: ExportFormat
  readonly project?: string
  readonly force?: boolean
}

async function exportProject(context: CommandContext, file: string | undefined, options: ExportOptions): Promise<void> {
  const { terminal } = context
  const { format, project } = options
  const written = await withEngine(
    context,
    options,
    (client, signal) =>
      client.clients.export({ format, ...(project === undefined ? {} : { projectId: project }) }, { signal }),
    { startServersOnUse: true },
  )
  if (file !== undefined) await write(resolve(file), written.text, options.force === true)
  if (options.json) return printJson(terminal, written)
  if (file === undefined) terminal.printAsItCame(written.text)
  else terminal.print(`Wrote ${resolve(file)}.\n`)
  for (const note of written.notes) terminal.note(`${note}\n`)
  if (written.placeholders.length > 0)
    terminal.note(`Secret values are not included: ${written.placeholders.join(', ')}.\n`)
}

async function write(file: string, text: string, isForced: boolean): Promise<void> {
  try {
    await writeFile(file, text, { flag: isForced ? 'w' : 'wx', mode: 0o600 })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (isThere) throw new AppError('CONFLICT', `${file} already exists. Add --force to overwrite it.`)
    throw new AppError('INVALID_INPUT', `Could not write ${file}: ${messageOf(error)}`, { cause: error })
  }
}
