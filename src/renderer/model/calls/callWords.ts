/** Words for a recorded call: its outcome, its duration, its caller. Pure. */
import type { CallStatus, CallSummary } from '#contract/tools/call'
import { durationText } from '#contract/text/durationText'
import type { Tone } from '#renderer/model/servers/serverStatus.ts'

export const outcomeWords: Readonly<Record<CallStatus, string>> = {
  running: 'Running',
  succeeded: 'Answered',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export function outcomeTone(status: CallStatus): Tone {
  return ({ running: 'busy', succeeded: 'good', failed: 'bad', cancelled: 'off' } as const)[status]
}

export function outcomeText({ status, durationMs }: Pick<CallSummary, 'status' | 'durationMs'>): string {
  if (durationMs === null) return outcomeWords[status]
  return `${outcomeWords[status]} ${status === 'succeeded' ? 'in' : 'after'} ${durationText(durationMs)}`
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function callerText({ run }: Pick<CallSummary, 'run'>): string {
  switch (run.kind) {
    case 'person':
      return 'You'
    case 'chat':
      return 'Chat'
    case 'client':
      return run.client ?? 'A client'
  }
}

/** What a person can do about a failed call. Null if the call's message says enough. */
export function wayOut({ errorCode, server }: Pick<CallSummary, 'errorCode' | 'server'>): string | null {
  switch (errorCode) {
    case 'UNKNOWN_TOOL':
      return 'This caller has no tool with this name. The tool or its server may be off, or the tool was renamed.'
    case 'SERVER_UNAVAILABLE':
    case 'SERVER_LOST':
    case 'COMMAND_FAILED':
    case 'HANDSHAKE_FAILED':
      return server === null ? null : 'The server was down. Its log says why.'
    case 'SIGN_IN_REQUIRED':
      return 'The server requires a sign-in. Sign in on its page, or check its headers and secrets.'
    case 'CALL_TIMED_OUT':
      return 'The server did not respond in time. You can set a longer timeout in its settings.'
    case 'QUEUE_FULL':
      return 'Too many calls were waiting for this server. You can allow more calls at a time in its settings.'
    case 'SECRET_MISSING':
      return 'A secret has no value. Set it in Settings, under Secrets.'
    case null:
    default:
      return null
  }
}
