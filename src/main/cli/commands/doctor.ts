/** `doctor`: starts servers step by step, and reports what is wrong and what to do. */
import type { Command } from 'commander'
import type { ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import { AppError } from '#contract/errors'
import { counted } from '#contract/text/counted'
import { printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { type Report, reportText } from '#main/cli/text/examinationReport'
import { runtimesText } from '#main/cli/text/runtimesText'
import { ReportedFailure } from '#main/cli/failure'
import { findServer, serversIn } from '#main/cli/serversIn'
import { withProgress } from '#main/cli/text/progress'
import type { ContractClient } from '#main/host/control/controlClient'
import { environmentOption, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

/** How many servers are examined at the same time: each starts a program, which may be large. */
const atOnce = 4

export function addDoctorCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('doctor')
      .description('start servers step by step, and report what is wrong and what to do')
      .argument('[server]', 'only this server (default: all that are switched on)')
      .option('--project <project>', 'only servers of this project, with their launch there')
      .option(...environmentOption),
  ).action((server: string | undefined, options: DoctorOptions) => examine(context, server, options))
}

interface DoctorOptions extends SharedOptions {
  readonly project?: string
}

async function examine(context: CommandContext, server: string | undefined, options: DoctorOptions): Promise<void> {
  const { terminal } = context
  const { project } = options
  const work = async (client: ContractClient, signal: AbortSignal) => {
    const slugs = await wanted(client, server, project, signal)
    const label = server === undefined ? `Diagnosing ${counted(slugs.length, 'server')}…` : `Diagnosing ${server}…`
    // What can be hosted depends on the machine, not on one server or project.
    const ofMachine = server === undefined && project === undefined && !options.json
    const reports = await withProgress(
      terminal,
      label,
      all(slugs, (slug) => report(client, slug, project, signal)),
    )
    return { reports, runtimes: ofMachine ? await client.hosting.runtimes(undefined, { signal }) : null }
  }
  const { reports, runtimes } = await withEngine(context, options, work, { startServersOnUse: true })
  if (options.json)
    printJson(
      terminal,
      reports.map(({ steps, verdict }) => ({ ...verdict, steps })),
    )
  else if (reports.length === 0) terminal.note('No server is switched on.\n')
  else terminal.print(reports.map((each) => reportText(terminal, each, server !== undefined)).join('\n'))
  if (runtimes !== null) terminal.print(`${reports.length === 0 ? '' : '\n'}${runtimesText(terminal, runtimes)}`)
  if (reports.some(({ verdict }) => !verdict.healthy)) throw new ReportedFailure()
}

async function wanted(
  client: ContractClient,
  server: string | undefined,
  project: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (server !== undefined) return [(await findServer(client, server, signal, project)).slug]
  const servers = await serversIn(client, project, signal)
  return servers.filter(({ enabled }) => enabled).map(({ slug }) => slug)
}

async function report(
  client: ContractClient,
  slug: string,
  project: string | undefined,
  signal: AbortSignal,
): Promise<Report> {
  const scope = project === undefined ? {} : { projectId: project }
  const steps: ExaminationStep[] = []
  let verdict: ExaminationVerdict | null = null
  for await (const event of await client.doctor.run({ slug, ...scope }, { signal })) {
    switch (event.type) {
      case 'step':
        steps.push(event)
        break
      case 'verdict':
        verdict = event
        break
      case 'phase':
        break
    }
  }
  if (verdict === null) throw new AppError('SERVER_LOST', `The diagnosis of ${slug} was interrupted.`)
  return { steps, verdict }
}

/** Works on a few items at a time, and returns the results in the items' order. */
async function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
