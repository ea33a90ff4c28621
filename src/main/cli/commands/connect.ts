/** `connect` and `disconnect`: show the changes to another client's files, and write them after confirmation. */
import type { Command } from 'commander'
import { Argument } from 'commander'
import type { SetupDone, SetupPlan } from '#contract/clients/clientSetup'
import { type ClientName, clientNames } from '#contract/clients/clientNames'
import { candidateTable } from '#main/cli/text/candidateTable'
import { withStoredServers, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { isConfirmed } from '#main/cli/confirm'
import { ReportedFailure } from '#main/cli/failure'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import type { ContractClient } from '#main/host/control/controlClient'

export function addConnectCommands(program: Command, context: CommandContext): void {
  const client = () => new Argument('<client>', 'the client').choices(clientNames)
  withSharedOptions(
    program
      .command('connect')
      .description('set up another client to use Switchboard')
      .addArgument(client())
      .option('--http', "connect by the running engine's address and a token, instead of the bridge")
      .option('--project <project>', 'the only project that the client sees')
      .option('--take-servers', "move the client's own servers to Switchboard")
      .option('--dry-run', 'only show what would be written')
      .option('--yes', 'do it without asking'),
  ).action((name: ClientName, options: ConnectOptions) => connect(context, name, options))

  withSharedOptions(
    program
      .command('disconnect')
      .description('undo what connect has written; later edits by others stay')
      .addArgument(client())
      .option('--dry-run', 'only show what would be written')
      .option('--yes', 'do it without asking'),
  ).action((name: ClientName, options: SetupOptions) => disconnect(context, name, options))
}

interface SetupOptions extends SharedOptions {
  readonly dryRun?: boolean
  readonly yes?: boolean
}

interface ConnectOptions extends SetupOptions {
  readonly http?: boolean
  readonly project?: string
  readonly takeServers?: boolean
}

interface Setup {
  readonly plan: SetupPlan
  readonly carryOut: () => Promise<SetupDone>
}

async function connect(context: CommandContext, client: ClientName, options: ConnectOptions): Promise<void> {
  const { http = false, project, takeServers = false } = options
  const wish = {
    client,
    via: http ? ('http' as const) : ('stdio' as const),
    takeServers,
    ...(project === undefined ? {} : { projectId: project }),
  }
  await setUp(context, options, `${client} is already connected.`, async (engine, signal) => {
    const plan = await engine.clients.previewConnect(wish, { signal })
    const carryOut = () => engine.clients.connect({ ...wish, consent: plan.consent }, { signal })
    // Nothing is written, but a client that was removed from the list is admitted again.
    if (plan.changes.length === 0 && options.dryRun !== true) await carryOut()
    return { plan, carryOut }
  })
}

async function disconnect(context: CommandContext, client: ClientName, options: SetupOptions): Promise<void> {
  await setUp(context, options, `${client} is not connected.`, async (engine, signal) => {
    const plan = await engine.clients.previewDisconnect({ client }, { signal })
    return { plan, carryOut: () => engine.clients.disconnect({ client, consent: plan.consent }, { signal }) }
  })
}

async function setUp(
  context: CommandContext,
  options: SetupOptions,
  nothingToDo: string,
  prepare: (engine: ContractClient, signal: AbortSignal) => Promise<Setup>,
): Promise<void> {
  const { terminal } = context
  const work = async (engine: ContractClient, signal: AbortSignal) => {
    const { plan, carryOut } = await prepare(engine, signal)
    if (options.json !== true) showPlan(terminal, plan)
    if (plan.changes.length === 0 || options.dryRun === true) return { plan, done: null }
    if (await isConfirmed(context, options, 'Write this?')) return { plan, done: await carryOut() }
    if (options.json) printJson(terminal, plan)
    terminal.note('Nothing was written. Add --yes to write it.\n')
    throw new ReportedFailure()
  }
  const { plan, done } = await withStoredServers(context, options, work, { startServersOnUse: true })
  if (options.json) return printJson(terminal, done ?? plan)
  if (plan.changes.length === 0) return terminal.print(`${nothingToDo}\n`)
  if (done !== null) showDone(terminal, done)
}

function showPlan(terminal: Terminal, { changes, taken, notes }: SetupPlan): void {
  const words = { create: 'new', change: 'changed', remove: 'removed' }
  for (const { path, kind, diff } of changes) {
    terminal.note(
      `${terminal.style('bold', path)} ${terminal.style('dim', words[kind])}\n${coloured(terminal, diff)}\n`,
    )
  }
  if (taken.length > 0) terminal.note(`Moves to Switchboard:\n${candidateTable(terminal, taken)}\n`)
  for (const note of notes) terminal.note(`${note}\n`)
}

function coloured(terminal: Terminal, diff: string): string {
  return diff.replace(/^([-+]) .*$/gm, (line, mark: string) => terminal.style(mark === '+' ? 'green' : 'red', line))
}

function showDone(terminal: Terminal, { files, taken, next }: SetupDone): void {
  for (const { path, backup } of files) {
    terminal.print(`Wrote ${path}.\n`)
    if (backup !== null) terminal.note(`Backup: ${backup}\n`)
  }
  if (taken.length > 0) terminal.print(`Imported ${taken.join(', ')}.\n`)
  if (next !== '') terminal.print(`${next}\n`)
}
