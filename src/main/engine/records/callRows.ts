/** Builds a call's database row: shortens names, redacts and caps texts, and writes large texts in full to files. */
import type { CallStatus } from '#contract/tools/call'
import type { CallPart } from '#contract/tools/callText'
import { type AppError, messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'
import type { SettledCall } from '#engine/records/settledCall'
import type { KeptFiles } from '#engine/records/keptFiles'
import { type RecordedText, recordedText, shortText, type TextRules } from '#engine/records/recordedText'
import type { CallRow } from '#engine/store/calls/callStore'
import { mended } from '#engine/store/database/storableText'

export interface CallRowMakerOptions {
  readonly files: Pick<KeptFiles, 'write'>
  redact(text: string): string
  readonly pause: () => Promise<void>
  readonly log: Log
}

type SettledValues = SettledCall['content'] & { readonly kind: 'values' }
type RecordedFacts = Pick<SettledCall, 'name' | 'projectId' | 'target' | 'startedAt' | 'edited'>

/** The facts that are known once a call has ended. */
interface Ending extends Pick<CallRow, 'status' | 'isError' | 'durationMs' | 'droppedBefore'> {
  readonly error: AppError | null
  readonly result: RecordedText | null
}

const underWay: Ending = {
  status: 'running',
  isError: false,
  error: null,
  durationMs: null,
  droppedBefore: 0,
  result: null,
}
const headBytes = 64 * 1024
const wholeBytes = 50 * 1024 * 1024
const maxNameLength = 256
const maxMessageLength = 4_000
/** The number of characters after which other work gets a turn. */
const stride = 8 * 1024

export class CallRowMaker {
  readonly #options: CallRowMakerOptions
  readonly #rules: TextRules
  #sincePause = 0

  constructor(options: CallRowMakerOptions) {
    this.#options = options
    this.#rules = { redact: (text) => options.redact(text), pause: options.pause, headBytes, wholeBytes }
  }

  async running(id: string, runId: string, facts: RecordedFacts & { readonly args: unknown }): Promise<CallRow> {
    const args = await this.#text(facts.args ?? {})
    const row = this.#row(id, runId, facts, args, underWay)
    return { ...row, wholeArguments: await this.#keepWhole(id, 'arguments', args) }
  }

  /**
   * Builds a settled call's row. Synchronous if the texts are already serialised, because a promise would cost most of
   * the work.
   */
  settled(id: string, settled: SettledCall, droppedBefore: number): CallRow | Promise<CallRow> {
    const { content } = settled
    if (content.kind === 'values') return this.#inSteps(id, settled, content, droppedBefore)
    const args = shortText(content.arguments, this.#rules)
    const result = content.result === null ? null : shortText(content.result, this.#rules)
    return this.#settledRow(id, settled, droppedBefore, args, result)
  }

  async #inSteps(id: string, settled: SettledCall, content: SettledValues, droppedBefore: number): Promise<CallRow> {
    const args = await this.#text(content.arguments)
    const result = content.result === null ? null : await this.#text(content.result)
    return {
      ...this.#settledRow(id, settled, droppedBefore, args, result),
      wholeArguments: await this.#keepWhole(id, 'arguments', args),
      wholeResult: result !== null && (await this.#keepWhole(id, 'result', result)),
    }
  }

  #settledRow(
    id: string,
    settled: SettledCall,
    droppedBefore: number,
    args: RecordedText,
    result: RecordedText | null,
  ): CallRow {
    const { error, isError, durationMs } = settled
    const status = statusOf(error, isError)
    return this.#row(id, settled.run.row.id, settled, args, {
      status,
      isError,
      error,
      durationMs,
      droppedBefore,
      result,
    })
  }

  /** Builds the row field by field instead of by spreading, for speed: every call makes a row. */
  #row(id: string, runId: string, facts: RecordedFacts, args: RecordedText, ending: Ending): CallRow {
    const { projectId, target } = facts
    const { error, result } = ending
    return {
      id,
      runId,
      projectId,
      server: target === null ? null : target.slug,
      toolName: target === null ? null : this.#short(target.toolName, maxNameLength),
      publicName: this.#short(facts.name, maxNameLength),
      status: ending.status,
      isError: ending.isError,
      errorCode: error === null ? null : error.code,
      errorMessage: error === null ? null : this.#short(error.message, maxMessageLength),
      startedAt: facts.startedAt,
      durationMs: ending.durationMs,
      argumentsBytes: args.bytes,
      resultBytes: result === null ? 0 : result.bytes,
      wholeArguments: false,
      wholeResult: false,
      droppedBefore: ending.droppedBefore,
      edited: facts.edited,
      arguments: args.head,
      result: result === null ? null : result.head,
    }
  }

  /** Redacts before cutting, so that no part of a secret stays. */
  #short(text: string, length: number): string {
    return mended(this.#options.redact(text.slice(0, length * 4)).slice(0, length))
  }

  async #text(value: unknown): Promise<RecordedText> {
    const text = await recordedText(value, this.#rules)
    this.#sincePause += text.head.length + 256
    if (this.#sincePause > stride) {
      this.#sincePause = 0
      await this.#options.pause()
    }
    return text
  }

  async #keepWhole(id: string, part: CallPart, { whole }: RecordedText): Promise<boolean> {
    if (whole === null) return false
    try {
      await this.#options.files.write(id, part, whole)
      return true
    } catch (thrown) {
      this.#options.log.warn(
        { call: id, reason: messageOf(thrown) },
        `the ${part} of a call could not be stored completely`,
      )
      return false
    }
  }
}

function statusOf(error: AppError | null, isError: boolean): CallStatus {
  if (error === null) return isError ? 'failed' : 'succeeded'
  return error.code === 'CALL_CANCELLED' ? 'cancelled' : 'failed'
}
