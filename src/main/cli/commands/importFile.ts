/** `import`: shows what a client's configuration file would run, and takes it over only after a yes. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError, messageOf } from '#contract/errors'
import type { ImportCandidate } from '#contract/server'
import { changeEngine, printJson, withSharedOptions } from '#main/cli/commandContext'
import type { CommandContext, SharedOptions } from '#main/cli/commandContext'
import { ReportedFailure, UsageError } from '#main/cli/failure'
import { candidateTable } from '#main/cli/serverTable'

export function addImportCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('import')
      .description('take over servers from the configuration file of a client')
      .argument('<file>')
      .option('--only <names>', 'only these, separated by commas')
      .option('--yes', 'do it without asking'),
  ).action((file: string, options: ImportOptions) => importFile(context, file, options))
}

interface ImportOptions extends SharedOptions {
  readonly only?: string
  readonly yes?: boolean
}

async function importFile(context: CommandContext, file: string, options: ImportOptions): Promise<void> {
  const { terminal } = context
  const text = await readConfiguration(resolve(file))
  const imported = await changeEngine(context, options, async (client, signal) => {
    const all = await client.servers.previewImport({ text }, { signal })
    const candidates = options.only === undefined ? all : chosen(all, options.only)
    const names = candidates.filter((candidate) => candidate.problem === null).map((candidate) => candidate.name)
    if (options.json !== true) terminal.note(candidateTable(terminal, candidates))
    if (names.length === 0) throw new AppError('INVALID_INPUT', 'There is nothing in it that can be imported.')
    if (!(await isConfirmed(context, options, names.length))) {
      if (options.json) printJson(terminal, candidates)
      terminal.note('Nothing was imported. Add --yes to import it.\n')
      throw new ReportedFailure()
    }
    return client.servers.import({ text, names }, { signal })
  })
  if (options.json) return printJson(terminal, imported)
  terminal.print(`Imported ${imported.map((server) => server.slug).join(', ')}.\n`)
}

async function readConfiguration(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError('NOT_FOUND', `${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

function chosen(candidates: readonly ImportCandidate[], only: string): readonly ImportCandidate[] {
  const wanted = new Set(only.split(',').map((name) => name.trim()))
  const missing = [...wanted].filter((name) => !candidates.some((candidate) => candidate.name === name))
  if (missing.length > 0) throw new UsageError(`The file has no server ${missing.join(', ')}.`)
  return candidates.filter((candidate) => wanted.has(candidate.name))
}

async function isConfirmed({ terminal, interruption }: CommandContext, options: ImportOptions, count: number) {
  if (options.yes === true) return true
  if (options.json === true || !terminal.canAsk) return false
  const what = count === 1 ? 'this server' : `these ${count} servers`
  const answer = await Promise.race([terminal.ask(`Import ${what}? [y/N] `), interruption.interrupted])
  return /^y(es)?$/i.test(answer.trim())
}
