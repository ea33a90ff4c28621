/** The status of a hosted server, as words and a tone. Pure. */
import type { HostedServer } from '#contract/hosting/hostedServer'
import { aboutBytes, conditionOf, type HostedCondition } from '#contract/hosting/hostedWords'
import { durationText } from '#contract/text/durationText'
import type { Pull } from '#renderer/features/hosting/usePulls.ts'
import { secondsUntil, type ServerStatus, type Tone } from '#renderer/model/servers/serverStatus.ts'

const words: Readonly<Record<HostedCondition, readonly [Tone, string]>> = {
  starting: ['busy', 'Starting'],
  running: ['good', 'Running'],
  busy: ['good', 'Busy'],
  unresponsive: ['warn', 'Unresponsive'],
  waiting: ['warn', 'Crashed'],
  stopped: ['idle', 'Stopped'],
  failed: ['bad', 'Failed'],
}

export function hostedStatus(server: HostedServer, now: number, pull: Pull | null): ServerStatus {
  const condition = conditionOf(server)
  const [tone, word] = words[condition]
  return { tone, word, detail: detailOf(server, condition, now, pull) }
}

function detailOf(server: HostedServer, condition: HostedCondition, now: number, pull: Pull | null): string | null {
  const { next_restart_at: next, uptime_seconds: up } = server
  switch (condition) {
    case 'starting':
      return pull === null ? null : pullText(pull)
    case 'waiting': {
      const seconds = next === null ? 0 : secondsUntil(Date.parse(next), now)
      return seconds === 0 ? 'restarting now' : `restarting in ${durationText(seconds * 1000)}`
    }
    case 'running':
    case 'busy':
    case 'unresponsive':
      return up < 1 ? null : `for ${durationText(up * 1000)}`
    case 'stopped':
    case 'failed':
      return null
  }
}

export function pullText({ doneBytes, totalBytes }: Pull): string {
  if (totalBytes === null) return `fetching the image, ${aboutBytes(doneBytes)} so far`
  return `fetching the image, ${aboutBytes(doneBytes)} of ${aboutBytes(totalBytes)}`
}

/** The usual meaning of an exit code, in words. */
export function exitWords(code: number | null): string {
  if (code === null) return 'The runtime did not say how the process exited.'
  if (code === 0) return 'It exited by itself, without an error.'
  return meanings[code] ?? 'It exited with an error code of its own.'
}

const meanings: Readonly<Record<number, string>> = {
  125: 'The runtime could not start the container.',
  126: 'Its command cannot be run.',
  127: 'Its command is not in the image.',
  134: 'It aborted itself (SIGABRT).',
  137: 'It was killed (SIGKILL), most often because it ran out of memory.',
  139: 'It accessed invalid memory (SIGSEGV).',
  143: 'It was asked to stop (SIGTERM).',
}
