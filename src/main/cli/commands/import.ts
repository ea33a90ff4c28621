/**
 * `import`: shows what a client's servers would run, and imports them only after confirmation. Nothing starts before
 * that.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { type Command, Option } from 'commander'
import type { ClientCandidate } from '#contract/clients/client'
import { type ClientName, clientNames } from '#contract/clients/clientNames'
import { AppError, messageOf } from '#contract/errors'
import type { ImportChoice, ImportResult } from '#contract/servers/import'
import { candidateTable, fileLines } from '#main/cli/text/candidateTable'
import { withStoredServers, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { isConfirmed } from '#main/cli/confirm'
import { ReportedFailure, UsageError } from '#main/cli/failure'
import { oneLine } from '#main/host/output/safeText'
import type { ContractClient } from '#main/host/control/controlClient'
import { collect, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addImportCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('import')
      .description('import servers from another client, or from its configuration file')
      .argument('<source>', `a file, - for stdin, or ${clientNames.join(', ')}`)
      .option('--only <names>', 'only these servers, separated by commas')
      .option('--project <project>', 'the target project (default: the default project)')
      .addOption(
        new Option('--on-clash <what>', 'what to do with servers whose name is taken there')
          .choices(['skip', 'rename', 'replace'])
          .default('skip'),
      )
      .option('--rename <old=new>', 'import a server under another name; may be repeated', collect, [])
      .option('--replace <names>', 'replace the existing servers of these names, separated by commas')
      .option('--yes', 'do it without asking'),
  ).action((source: string, options: ImportOptions) => importServers(context, source, options))
}

interface ImportOptions extends SharedOptions {
  readonly only?: string
  readonly yes?: boolean
  readonly project?: string
  readonly onClash: 'skip' | 'rename' | 'replace'
  readonly rename: readonly string[]
  readonly replace?: string
}

type Decisions = Pick<ImportChoice, 'names' | 'rename' | 'replace'>

interface Preview {
  readonly candidates: readonly ClientCandidate[]
  readonly take: (decisions: Decisions) => Promise<ImportResult>
}

async function importServers(context: CommandContext, source: string, options: ImportOptions): Promise<void> {
  const { terminal } = context
  const client = clientNames.find((name) => name === source)
  const path = source === '-' ? undefined : resolve(source)
  const text = client === undefined ? await readConfiguration(path) : ''
  const needs = { startServersOnUse: true }
  const target = options.project === undefined ? {} : { projectId: options.project }
  const work = async (engine: ContractClient, signal: AbortSignal) => {
    const preview =
      client === undefined
        ? await previewFile(context, engine, { text, ...(path !== undefined && { path }), ...target }, signal)
        : await previewClient(context, engine, { client, ...target }, options, signal)
    return decide(context, preview, options)
  }
  const { candidates, result } = await withStoredServers(context, options, work, needs)
  if (options.json) printJson(terminal, result ?? { servers: [], failed: [] })
  else if (result === null) terminal.print('Everything in it has already been imported.\n')
  else if (result.servers.length > 0)
    terminal.print(`Imported ${result.servers.map((server) => server.slug).join(', ')}.\n`)
  for (const { name, message } of result?.failed ?? [])
    terminal.note(`${oneLine(name)} was not imported: ${oneLine(message)}\n`)
  if ((result?.failed.length ?? 0) > 0) throw new ReportedFailure()
  const missing = new Set(candidates.flatMap((candidate) => candidate.needs))
  for (const name of missing) terminal.note(`A secret needs a value: switchboard secret set ${name}\n`)
}

async function previewFile(
  { terminal }: CommandContext,
  engine: ContractClient,
  input: { readonly text: string; readonly path?: string; readonly projectId?: string },
  signal: AbortSignal,
): Promise<Preview> {
  const { candidates, problems } = await engine.servers.previewImport(input, { signal })
  for (const problem of problems) terminal.note(`${oneLine(problem)}\n`)
  return {
    candidates,
    take: (decisions) => engine.servers.import({ ...input, ...decisions }, { signal }),
  }
}

async function previewClient(
  { terminal }: CommandContext,
  engine: ContractClient,
  wanted: { readonly client: ClientName; readonly projectId?: string },
  options: ImportOptions,
  signal: AbortSignal,
): Promise<Preview> {
  const { client } = wanted
  const input = { ...wanted, folder: process.cwd() }
  const { files, candidates, consent } = await engine.clients.previewImport(input, { signal })
  if (files.length === 0) throw new AppError('NOT_FOUND', `No configuration for ${client} was found on this machine.`)
  if (options.json !== true) terminal.note(`${fileLines(terminal, files)}\n`)
  return { candidates, take: (decisions) => engine.servers.import({ ...input, consent, ...decisions }, { signal }) }
}

async function decide(context: CommandContext, { candidates: all, take }: Preview, options: ImportOptions) {
  const { terminal } = context
  const shown = options.only === undefined ? all : chosen(all, options.only)
  const possible = shown.filter(({ problem }) => problem === null)
  // Servers that were imported before are imported again only if they are named.
  const wanted = possible.filter(({ standing }) => standing === 'new' || options.only !== undefined)
  const { decisions, skipped } = decided(wanted, options)
  const candidates = wanted.filter(({ name }) => decisions.names.includes(name))
  if (options.json !== true) terminal.note(candidateTable(terminal, shown))
  if (possible.length === 0) throw new AppError('INVALID_INPUT', 'No server was found that can be imported.')
  for (const name of skipped)
    terminal.note(`${oneLine(name)} is skipped: its name is taken. Use --on-clash, --rename or --replace.\n`)
  if (candidates.length === 0 && skipped.length > 0) throw new ReportedFailure()
  if (candidates.length === 0) return { candidates, result: null }
  const what = candidates.length === 1 ? 'this server' : `these ${candidates.length} servers`
  if (!(await isConfirmed(context, options, `Import ${what}?`))) {
    if (options.json) printJson(terminal, shown)
    terminal.note('Nothing was imported. Add --yes to import it.\n')
    throw new ReportedFailure()
  }
  return { candidates, result: await take(decisions) }
}

/** The decision for each server, and which servers are skipped because their name is taken. */
function decided(wanted: readonly ClientCandidate[], { rename, replace = '', onClash }: ImportOptions) {
  const named = new Map(rename.map((one) => renaming(one, wanted)))
  const replacing = new Set(replace.split(',').map((name) => name.trim()))
  const decisions = { names: [] as string[], rename: {} as Record<string, string>, replace: [] as string[] }
  const skipped: string[] = []
  for (const { name, clash } of wanted) {
    const renamed = named.get(name) ?? (clash !== null && onClash === 'rename' ? clash.freeName : undefined)
    const isReplacing = replacing.has(name) || onClash === 'replace'
    if (renamed !== undefined) decisions.rename[name] = renamed
    else if (clash !== null && isReplacing) decisions.replace.push(name)
    else if (clash !== null) {
      skipped.push(name)
      continue
    }
    decisions.names.push(name)
  }
  return { decisions, skipped }
}

function renaming(option: string, wanted: readonly ClientCandidate[]): [string, string] {
  const found = wanted.find(({ name }) => option.startsWith(`${name}=`))
  if (found === undefined) throw new UsageError(`--rename ${option}: no server with that name can be imported.`)
  return [found.name, option.slice(found.name.length + 1)]
}

/** Reads stdin if no file is given. */
async function readConfiguration(file: string | undefined): Promise<string> {
  if (file === undefined) return textOf(process.stdin)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError('NOT_FOUND', `Could not read ${file}: ${messageOf(error)}`, { cause: error })
  }
}

function chosen(candidates: readonly ClientCandidate[], only: string): readonly ClientCandidate[] {
  const wanted = new Set(only.split(',').map((name) => name.trim()))
  const missing = [...wanted].filter((name) => !candidates.some((candidate) => candidate.name === name))
  if (missing.length > 0) throw new UsageError(`These servers are not in the file: ${missing.join(', ')}.`)
  return candidates.filter((candidate) => wanted.has(candidate.name))
}
