/**
 * A client for envd, which starts programs in a sandbox. It speaks the Connect protocol over HTTP: output is a stream,
 * and each piece of input is a request.
 */
import { AppError } from '#contract/errors'
import { reasonOf } from '#engine/hosting/e2b/e2bApi'
import { envelope, readEnvelopes } from '#engine/hosting/e2b/envelopes'

export interface EnvdAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Program {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly hasStdin: boolean
}

/** The tag by which our program is found again. */
const tag = 'switchboard'

export type ProcessEvent =
  | { readonly kind: 'start'; readonly pid: number }
  | { readonly kind: 'output'; readonly source: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly code: number | null }

/** An event in protobuf's JSON form, which leaves out zero and empty values. */
interface WrittenEvent {
  readonly event?: {
    readonly start?: { readonly pid?: number }
    readonly data?: { readonly stdout?: string; readonly stderr?: string }
    readonly end?: { readonly exitCode?: number; readonly status?: string; readonly exited?: boolean }
  }
}

export const signals = { terminate: 15, kill: 9 } as const
const requestMs = 30_000
/** How often envd sends a keepalive, so that no proxy closes a quiet stream. */
const pingSeconds = '50'

export class Envd {
  readonly #address: EnvdAddress

  constructor(address: EnvdAddress) {
    this.#address = address
  }

  start({ command, environment, hasStdin }: Program, signal: AbortSignal): AsyncGenerator<ProcessEvent> {
    const [cmd, ...args] = command
    return this.#stream('Start', { process: { cmd, args, envs: environment }, tag, stdin: hasStdin }, signal)
  }

  /** Connects to the program that is already running in the sandbox. Earlier output is not received. */
  connect(signal: AbortSignal): AsyncGenerator<ProcessEvent> {
    return this.#stream('Connect', { process: { tag } }, signal)
  }

  async write(pid: number, text: string): Promise<void> {
    await this.#ask('SendInput', { process: { pid }, input: { stdin: Buffer.from(text).toString('base64') } })
  }

  async signal(pid: number, signal: number): Promise<void> {
    await this.#ask('SendSignal', { process: { pid }, signal })
  }

  async #ask(method: string, message: object): Promise<void> {
    const response = await this.#send(
      method,
      'application/json',
      JSON.stringify(message),
      AbortSignal.timeout(requestMs),
    )
    const text = await response.text()
    if (!response.ok) throw refused(response.status, text)
  }

  async *#stream(method: string, message: object, signal: AbortSignal): AsyncGenerator<ProcessEvent> {
    const response = await this.#send(method, 'application/connect+json', envelope(message), signal)
    if (!response.ok || response.body === null) throw refused(response.status, await response.text())
    for await (const { isEnd, message: written } of readEnvelopes(response.body)) {
      if (isEnd) {
        const { error } = written as { readonly error?: { readonly code?: string; readonly message?: string } }
        if (error !== undefined) throw refused(200, JSON.stringify(error))
        return
      }
      const event = eventOf(written as WrittenEvent)
      if (event !== null) yield event
    }
  }

  async #send(
    method: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<Response> {
    const { url, headers } = this.#address
    try {
      return await fetch(`${url}/process.Process/${method}`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': type,
          'connect-protocol-version': '1',
          'Keepalive-Ping-Interval': pingSeconds,
        },
        body,
        signal,
      })
    } catch (thrown) {
      throw new AppError('RUNTIME_UNAVAILABLE', `The sandbox cannot be reached: ${reasonOf(thrown)}`)
    }
  }
}

function eventOf({ event: { start, data, end } = {} }: WrittenEvent): ProcessEvent | null {
  if (start !== undefined) return { kind: 'start', pid: start.pid ?? 0 }
  if (end !== undefined) return { kind: 'end', code: codeOf(end) }
  if (data?.stdout !== undefined) return { kind: 'output', source: 'stdout', bytes: Buffer.from(data.stdout, 'base64') }
  if (data?.stderr !== undefined) return { kind: 'output', source: 'stderr', bytes: Buffer.from(data.stderr, 'base64') }
  return null
}

/**
 * The exit codes for signals. For a program that was killed by a signal, envd reports a status instead of a code. As in
 * shells, the code is 128 plus the signal's number.
 */
const codesOfSignals: Readonly<Record<string, number>> = { killed: 137, terminated: 143, interrupt: 130, aborted: 134 }

function codeOf({ exitCode = 0, status = '' }: NonNullable<NonNullable<WrittenEvent['event']>['end']>): number | null {
  const [, signal] = /^signal: ([a-z ]+)/.exec(status) ?? []
  return signal === undefined ? exitCode : (codesOfSignals[signal.trim()] ?? null)
}

function refused(status: number, text: string): AppError {
  let said = { code: '', message: text.slice(0, 500) }
  try {
    said = { ...said, ...(JSON.parse(text) as object) }
  } catch {
    // A proxy may answer with something other than JSON.
  }
  const isGone = status === 404 || status === 502 || ['not_found', 'unavailable'].includes(said.code)
  return new AppError(isGone ? 'NOT_FOUND' : 'COMMAND_FAILED', `The sandbox refused: ${said.message || said.code}`)
}
