/** `product`: shows what a manifest would do, installs its servers, and removes them again. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError, messageOf } from '#contract/errors'
import { shellWord } from '#contract/servers/launchWords'
import type { ProductChange, ProductPreview } from '#contract/product'
import { withStoredServers, printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { isConfirmed } from '#main/cli/confirm'
import { ReportedFailure } from '#main/cli/failure'
import { type ProjectNames, projectNames } from '#main/cli/serversIn'
import { launchText } from '#main/cli/text/launchText'
import { oneLine } from '#main/host/output/safeText'
import { formatTable } from '#main/cli/text/table'
import type { Terminal } from '#main/cli/terminal'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addProductCommand(program: Command, context: CommandContext): void {
  const product = program.command('product').description('sets of servers that are installed together')

  withSharedOptions(
    product
      .command('install')
      .description('install or update a product; your own settings of its servers stay')
      .argument('<file>', 'its manifest, JSON or YAML')
      .option('--project <project>', 'the project (default: the default project)')
      .option('--yes', 'do it without asking'),
  ).action((file: string, options: InstallOptions) => install(context, file, options))

  withSharedOptions(
    product
      .command('uninstall')
      .description('remove the servers of a product')
      .argument('<id>', 'as `product list` prints it')
      .option('--project <project>', 'only from this project'),
  ).action((id: string, options: ProjectOptions) => uninstall(context, id, options))

  withSharedOptions(product.command('list').description('list the products and their servers')).action(
    (options: SharedOptions) => list(context, options),
  )
}

interface ProjectOptions extends SharedOptions {
  readonly project?: string
}

interface InstallOptions extends ProjectOptions {
  readonly yes?: boolean
}

async function install(context: CommandContext, file: string, options: InstallOptions): Promise<void> {
  const { terminal } = context
  const manifest = await readManifest(resolve(file))
  const installed = await withStoredServers(context, options, async (client, signal) => {
    const input = { manifest, ...(options.project !== undefined && { projectId: options.project }) }
    const preview = await client.products.preview(input, { signal })
    if (options.json !== true) {
      const isElsewhere = preview.changes.some(({ alsoIn }) => alsoIn.length > 0)
      const names = isElsewhere ? await projectNames(client, signal) : new Map<string, string>()
      terminal.note(previewText(terminal, preview, names) + needsText(terminal, preview, options.project))
    }
    if (preview.problems.length > 0)
      throw new AppError('INVALID_INPUT', `This product cannot be installed.\n${preview.problems.join('\n')}`)
    if (!(await isConfirmed(context, options, `Install ${oneLine(preview.name)}?`))) {
      if (options.json) printJson(terminal, preview)
      terminal.note('Nothing was installed. Add --yes to install it.\n')
      throw new ReportedFailure()
    }
    return client.products.install({ ...input, consent: preview.consent }, { signal })
  })
  if (options.json) return printJson(terminal, installed)
  terminal.print(`Installed ${installed.map((server) => server.slug).join(', ')}.\n`)
}

async function uninstall(context: CommandContext, id: string, options: ProjectOptions): Promise<void> {
  const { removed } = await withStoredServers(context, options, async (client, signal) => {
    const { project } = options
    return client.products.uninstall({ id, ...(project !== undefined && { projectId: project }) }, { signal })
  })
  if (options.json) return printJson(context.terminal, removed)
  context.terminal.print(removed.length === 0 ? `Removed ${id}.\n` : `Removed ${removed.join(', ')}.\n`)
}

async function list(context: CommandContext, options: SharedOptions): Promise<void> {
  const { terminal } = context
  const products = await withEngine(context, options, (client, signal) => client.products.list(undefined, { signal }))
  if (options.json) return printJson(terminal, products)
  if (products.length === 0) return terminal.note('No products yet. Install one: switchboard product install FILE\n')
  const columns = [
    { title: 'PRODUCT', text: (product: (typeof products)[number]) => product.id },
    { title: 'NAME', text: (product: (typeof products)[number]) => product.name },
    { title: 'VERSION', text: (product: (typeof products)[number]) => product.version },
    {
      title: 'SERVERS',
      text: (product: (typeof products)[number]) => product.projects.flatMap(({ servers }) => servers).join(', '),
    },
  ]
  terminal.print(formatTable(columns, products, terminal.columns, (title) => terminal.style('dim', title)))
}

async function readManifest(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new AppError('NOT_FOUND', `Could not read ${file}: ${messageOf(error)}`, { cause: error })
  }
}

/** Shows everything that would run, because a manifest is a list of commands that someone else wrote. */
function previewText(terminal: Terminal, preview: ProductPreview, names: ProjectNames): string {
  const { name, version, installedVersion, changes } = preview
  const title = installedVersion === null ? version : `${installedVersion} → ${version}`
  const lines = changes.map((change) => {
    const indent = ' '.repeat(9)
    const before = change.before === null ? '' : `${indent}was\n${launchText(change.before, `${indent}  `)}`
    const shown = `${launchText(change.launch, indent)}${terminal.style('dim', before)}`
    return `  ${markOf(terminal, change)} ${oneLine(change.name)}:\n${alsoInText(terminal, change, names)}${shown}`
  })
  const warnings = preview.warnings.map((warning) => `${terminal.style('yellow', oneLine(warning))}\n`)
  return `${terminal.style('bold', oneLine(`${name} ${title}`))}\n${lines.join('')}${warnings.join('')}`
}

function alsoInText(terminal: Terminal, { alsoIn }: ProductChange, names: ProjectNames): string {
  if (alsoIn.length === 0) return ''
  const projects = alsoIn.map((id) => oneLine(names.get(id) ?? id)).join(', ')
  return `${' '.repeat(9)}${terminal.style('yellow', `also in ${projects}`)}\n`
}

/** The secrets that the owner must provide, and how. The servers start once the values are set. */
function needsText(terminal: Terminal, { needs }: ProductPreview, project: string | undefined): string {
  if (needs.length === 0) return ''
  const where = project === undefined ? '' : ` --project ${shellWord(project)}`
  const lines = needs.map(({ name, servers, isSet }) => {
    const advice = isSet ? 'is set' : `is not set yet: switchboard secret set ${shellWord(name)}${where}`
    return `  ${oneLine(name)} ${terminal.style('dim', `(${oneLine(servers.join(', '))})`)} ${advice}\n`
  })
  return `Secrets it needs:\n${lines.join('')}`
}

const colours = { add: 'green', update: 'yellow', keep: 'dim', remove: 'red' } as const

function markOf(terminal: Terminal, { action }: ProductChange): string {
  return terminal.style(colours[action], action.padEnd(6))
}
