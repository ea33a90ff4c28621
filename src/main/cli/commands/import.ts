/** `import`: shows what a client's files would run, and takes it over only after a yes. Nothing is started before. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ClientCandidate } from '#contract/client'
import { type ClientName, clientNames } from '#contract/clientNames'
import { AppError, messageOf } from '#contract/errors'
import type { ServerSnapshot } from '#contract/server'
import { candidateTable, fileLines } from '#main/cli/candidateTable'
import { changeEngine, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { isConfirmed } from '#main/cli/confirm'
import { ReportedFailure, UsageError } from '#main/cli/failure'
import { oneLine } from '#main/cli/safeText'
import type { ContractClient } from '#main/host/control/controlClient'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addImportCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('import')
      .description('take over servers from another client, or from its configuration file')
      .argument('<source>', `a file, or ${clientNames.join(', ')}`)
      .option('--only <names>', 'only these, separated by commas')
      .option('--yes', 'do it without asking'),
  ).action((source: string, options: ImportOptions) => importServers(context, source, options))
}

interface ImportOptions extends SharedOptions {
  readonly only?: string
  readonly yes?: boolean
}

interface Preview {
  readonly candidates: readonly ClientCandidate[]
  readonly take: (names: string[]) => Promise<ServerSnapshot[]>
}

async function importServers(context: CommandContext, source: string, options: ImportOptions): Promise<void> {
  const { terminal } = context
  const client = clientNames.find((name) => name === source)
  const text = client === undefined ? await readConfiguration(resolve(source)) : ''
  const needs = { holdServers: true }
  const work = async (engine: ContractClient, signal: AbortSignal) => {
    const preview =
      client === undefined
        ? await previewFile(context, engine, text, resolve(source), signal)
        : await previewClient(context, engine, client, options, signal)
    return decide(context, preview, options)
  }
  const { candidates, imported } = await changeEngine(context, options, work, needs)
  if (options.json) return printJson(terminal, imported)
  if (imported.length === 0) return terminal.print('Everything in it is here already.\n')
  terminal.print(`Imported ${imported.map((server) => server.slug).join(', ')}.\n`)
  const missing = new Set(candidates.flatMap((candidate) => candidate.needs))
  for (const name of missing) terminal.note(`It needs a value: switchboard secret set ${name}\n`)
}

async function previewFile(
  { terminal }: CommandContext,
  engine: ContractClient,
  text: string,
  path: string,
  signal: AbortSignal,
): Promise<Preview> {
  const { candidates, problems } = await engine.servers.previewImport({ text, path }, { signal })
  for (const problem of problems) terminal.note(`${oneLine(problem)}\n`)
  return {
    candidates,
    take: (names) => engine.servers.import({ text, path, names }, { signal }),
  }
}

async function previewClient(
  { terminal }: CommandContext,
  engine: ContractClient,
  client: ClientName,
  options: ImportOptions,
  signal: AbortSignal,
): Promise<Preview> {
  const folder = process.cwd()
  const { files, candidates, consent } = await engine.clients.previewImport({ client, folder }, { signal })
  if (files.length === 0) throw new AppError('NOT_FOUND', `No configuration of ${client} was found on this machine.`)
  if (options.json !== true) terminal.note(`${fileLines(terminal, files)}\n`)
  return { candidates, take: (names) => engine.servers.import({ client, folder, consent, names }, { signal }) }
}

async function decide(context: CommandContext, { candidates: all, take }: Preview, options: ImportOptions) {
  const { terminal } = context
  const shown = options.only === undefined ? all : chosen(all, options.only)
  const possible = shown.filter(({ problem }) => problem === null)
  // What is here already is taken over once more only for somebody who names it.
  const candidates = possible.filter(({ standing }) => standing === 'new' || options.only !== undefined)
  if (options.json !== true) terminal.note(candidateTable(terminal, shown))
  if (possible.length === 0) throw new AppError('INVALID_INPUT', 'There is nothing in it that can be imported.')
  if (candidates.length === 0) return { candidates, imported: [] }
  const what = candidates.length === 1 ? 'this server' : `these ${candidates.length} servers`
  if (!(await isConfirmed(context, options, `Import ${what}?`))) {
    if (options.json) printJson(terminal, shown)
    terminal.note('Nothing was imported. Add --yes to import it.\n')
    throw new ReportedFailure()
  }
  return { candidates, imported: await take(candidates.map(({ name }) => name)) }
}

async function readConfiguration(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError('NOT_FOUND', `${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

function chosen(candidates: readonly ClientCandidate[], only: string): readonly ClientCandidate[] {
  const wanted = new Set(only.split(',').map((name) => name.trim()))
  const missing = [...wanted].filter((name) => !candidates.some((candidate) => candidate.name === name))
  if (missing.length > 0) throw new UsageError(`The file has no server ${missing.join(', ')}.`)
  return candidates.filter((candidate) => wanted.has(candidate.name))
}
