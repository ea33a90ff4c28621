/** `doctor`: starts servers step by step and says what is wrong with them, and what to do. */
import type { Command } from 'commander'
import type { ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import { AppError } from '#contract/errors'
import { counted } from '#contract/text/counted'
import { printJson, useEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { type Report, reportText } from '#main/cli/text/examinationReport'
import { ReportedFailure } from '#main/cli/failure'
import { findServer, serversIn } from '#main/cli/serversIn'
import { withProgress } from '#main/cli/text/progress'
import type { ContractClient } from '#main/host/control/controlClient'
import { environmentOption, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

/** So many at once: each starts a program of its own, which may have much to load. */
const atOnce = 4

export function addDoctorCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('doctor')
      .description('start servers step by step, and say what is wrong and what to do')
      .argument('[server]', 'only this one; all that are switched on if absent')
      .option('--project <project>', 'those of this project, as they are launched there')
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
    const label = server === undefined ? `Examining ${counted(slugs.length, 'server')}…` : `Examining ${server}…`
    return withProgress(
      terminal,
      label,
      all(slugs, (slug) => report(client, slug, project, signal)),
    )
  }
  const reports = await useEngine(context, options, work, { holdServers: true })
  if (options.json)
    printJson(
      terminal,
      reports.map(({ steps, verdict }) => ({ ...verdict, steps })),
    )
  else if (reports.length === 0) terminal.note('There are no servers that are switched on.\n')
  else terminal.print(reports.map((each) => reportText(terminal, each, server !== undefined)).join('\n'))
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
  if (verdict === null) throw new AppError('SERVER_LOST', `The examination of ${slug} ended before it was done.`)
  return { steps, verdict }
}

/** In their order, a few at a time. */
async function all<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
