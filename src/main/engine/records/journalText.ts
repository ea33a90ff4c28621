/**
 * Converts a batch of calls to text that is quick to write, and back. The first line describes the batch. Each call
 * then has three lines: its facts, its arguments and its result. Arguments and result are written unchanged. Values
 * shared with the previous call are left out.
 */
import type { CallRow, RunRow } from '#engine/store/calls/callStore'

export interface JournalBatch {
  /** The calls' runs. */
  readonly runs: readonly RunRow[]
  readonly calls: readonly CallRow[]
}

type Own = 'id' | 'startedAt' | 'durationMs' | 'argumentsBytes' | 'resultBytes' | 'arguments' | 'result'
/** The fields that most calls of a batch share. */
type Shared = Omit<CallRow, Own>
/** Written as lines if they have no line breaks. JSON has none, but a text that was cut off may have some. */
type Texts = Pick<CallRow, 'arguments' | 'result'>

const unknownDuration = '-'

export function journalText({ runs, calls }: JournalBatch): string {
  let text = JSON.stringify({ runs, calls: calls.length })
  let before: CallRow | null = null
  for (const row of calls) {
    const inLines = fits(row.arguments) && (row.result === null || fits(row.result))
    text += `\n${row.id} ${row.startedAt} ${row.durationMs ?? unknownDuration} ${row.argumentsBytes} ${row.resultBytes}`
    if (!inLines) text += ` ${JSON.stringify({ ...sharedOf(row), arguments: row.arguments, result: row.result })}\n\n`
    else {
      if (before === null || !sharesAll(before, row)) text += ` ${JSON.stringify(sharedOf(row))}`
      text += `\n${row.arguments}\n${row.result ?? ''}`
    }
    before = row
  }
  return text
}

/** Throws if the text is not a batch. */
export function readJournalText(text: string): JournalBatch {
  const [head = '', ...lines] = text.split('\n')
  const { runs, calls } = JSON.parse(head) as { readonly runs: readonly RunRow[]; readonly calls: number }
  if (lines.length !== calls * 3) throw new Error(`expected ${calls} calls, found ${lines.length / 3}`)
  const rows: CallRow[] = []
  let shared: Shared | null = null
  for (let place = 0; place < lines.length; place += 3) {
    const [facts = '', argumentsLine = '', resultLine = ''] = lines.slice(place, place + 3)
    const [id = '', startedAt, durationMs, argumentsBytes, resultBytes, ...rest] = facts.split(' ')
    let texts: Texts = { arguments: argumentsLine, result: resultLine === '' ? null : resultLine }
    if (rest.length > 0) {
      const { arguments: args, result, ...others } = JSON.parse(rest.join(' ')) as Shared & Partial<Texts>
      shared = others
      if (args !== undefined) texts = { arguments: args, result: result ?? null }
    }
    if (shared === null) throw new Error('the first call lacks the fields that the others share with it')
    rows.push({
      ...shared,
      ...texts,
      id,
      startedAt: numberOf(startedAt),
      durationMs: durationMs === unknownDuration ? null : numberOf(durationMs),
      argumentsBytes: numberOf(argumentsBytes),
      resultBytes: numberOf(resultBytes),
    })
  }
  return { runs, calls: rows }
}

function numberOf(text: string | undefined): number {
  const number = Number(text)
  if (!Number.isFinite(number)) throw new Error(`${text} is not a number`)
  return number
}

function fits(text: string): boolean {
  return text !== '' && !text.includes('\n')
}

function sharesAll(one: CallRow, other: CallRow): boolean {
  return (
    one.publicName === other.publicName &&
    one.runId === other.runId &&
    one.server === other.server &&
    one.toolName === other.toolName &&
    one.projectId === other.projectId &&
    one.status === other.status &&
    one.isError === other.isError &&
    one.errorCode === other.errorCode &&
    one.errorMessage === other.errorMessage &&
    one.wholeArguments === other.wholeArguments &&
    one.wholeResult === other.wholeResult &&
    one.droppedBefore === other.droppedBefore &&
    one.edited === other.edited
  )
}

function sharedOf(row: CallRow): Shared {
  return {
    runId: row.runId,
    projectId: row.projectId,
    server: row.server,
    toolName: row.toolName,
    publicName: row.publicName,
    status: row.status,
    isError: row.isError,
    errorCode: row.errorCode,
    errorMessage: row.errorMessage,
    wholeArguments: row.wholeArguments,
    wholeResult: row.wholeResult,
    droppedBefore: row.droppedBefore,
    edited: row.edited,
  }
}
