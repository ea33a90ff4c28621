/** `calls`: lists recorded calls, newest first, or shows everything recorded of one call. */
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { CallRecord, CallSummary } from '#contract/tools/call'
import { callId } from '#contract/tools/callText'
import { durationText } from '#contract/text/durationText'
import { printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { UsageError } from '#main/cli/failure'
import { oneLine } from '#main/host/output/safeText'
import { formatTable } from '#main/cli/text/table'
import type { Terminal } from '#main/cli/terminal'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addCallsCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('calls')
      .description('show recorded calls and their outcomes')
      .argument('[id]', 'one call, with its arguments and its result')
      .option('--server <server>', 'only calls to this server')
      .option('--tool <name>', 'only calls to this tool')
      .option('--failed', 'only calls that failed')
      .option('--text <text>', 'only calls with this text in their arguments, result or error')
      .option('--limit <number>', 'the maximum number of calls', parseLimit, 20),
  ).action((id: string | undefined, options: CallsOptions) =>
    id === undefined ? list(context, options) : show(context, id, options),
  )
}

interface CallsOptions extends SharedOptions {
  readonly server?: string
  readonly tool?: string
  readonly failed?: boolean
  readonly text?: string
  readonly limit: number
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (/^\d{1,3}$/.test(text) && limit >= 1 && limit <= 200) return limit
  throw new InvalidArgumentError('The limit must be a number from 1 to 200.')
}

async function list(context: CommandContext, options: CallsOptions): Promise<void> {
  const { terminal } = context
  const { server, tool, failed, text, limit } = options
  const { calls } = await withEngine(context, options, (client, signal) =>
    client.calls.list(
      {
        limit,
        ...(server !== undefined && { server }),
        ...(tool !== undefined && { tool }),
        ...(text !== undefined && { text }),
        ...(failed === true && { status: 'failed' as const }),
      },
      { signal },
    ),
  )
  if (options.json) return printJson(terminal, calls)
  if (calls.length === 0) return terminal.note('No matching calls are recorded.\n')
  terminal.print(
    formatTable(
      [
        {
          title: 'WHEN',
          text: (call) => timeText(call.startedAt),
          style: (_call, cell) => terminal.style('dim', cell),
        },
        { title: 'TOOL', text: (call) => call.tool },
        { title: 'SERVER', text: (call) => call.server ?? '' },
        { title: 'CLIENT', text: (call) => call.run.client ?? call.run.kind },
        { title: 'OUTCOME', text: outcomeText, style: (call, cell) => terminal.style(colourOf(call), cell) },
        { title: 'TOOK', text: tookText },
        { title: 'ID', text: (call) => call.id },
      ],
      calls,
      terminal.columns,
      (title) => terminal.style('dim', title),
    ),
  )
  const dropped = calls.reduce((sum, call) => sum + call.droppedBefore, 0)
  if (dropped > 0) terminal.note(`${dropped} more calls in this period were not recorded: too many came at once.\n`)
}

async function show(context: CommandContext, id: string, options: CallsOptions): Promise<void> {
  if (!callId.safeParse(id).success) throw new UsageError(`${id} is not the id of a call.`)
  const { terminal } = context
  const call = await withEngine(context, options, (client, signal) => client.calls.get({ id }, { signal }))
  if (options.json) return printJson(terminal, call)
  terminal.print(callText(terminal, call))
}

function callText(terminal: Terminal, call: CallRecord): string {
  const facts = [
    ['Tool', call.originalTool === null ? call.tool : `${call.tool} (${call.originalTool} of ${call.server ?? ''})`],
    ['Client', [call.run.client ?? call.run.kind, call.run.clientVersion].filter((part) => part !== null).join(' ')],
    ['When', timeText(call.startedAt)],
    ['Took', tookText(call)],
    ['Outcome', [outcomeText(call), call.errorMessage ?? call.toolError].filter((part) => part !== null).join(': ')],
  ]
  const lines = facts.map(([title = '', text = '']) => `${terminal.style('dim', title.padEnd(9))}${oneLine(text)}\n`)
  const parts: [string, string, number][] = [['Arguments', call.arguments, call.argumentsBytes]]
  if (call.result !== null) parts.push(['Result', call.result, call.resultBytes])
  const texts = parts.map(([title, text, bytes]) => {
    const cut = Buffer.byteLength(text) < bytes ? ` (the beginning of ${bytes} bytes)` : ''
    return `\n${terminal.style('bold', title)}${cut}\n${text}\n`
  })
  return [...lines, ...texts].join('')
}

function timeText(at: number): string {
  const time = new Date(at)
  const local = new Date(at - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

function outcomeText(call: CallSummary): string {
  if (call.status !== 'failed') return call.status
  return call.isError ? 'failed (reported by the tool)' : `failed (${call.errorCode ?? 'unknown'})`
}

function colourOf({ status }: CallSummary) {
  if (status === 'failed') return 'red'
  return status === 'succeeded' ? 'green' : 'yellow'
}

function tookText({ durationMs }: CallSummary): string {
  return durationMs === null ? '' : durationText(durationMs)
}
