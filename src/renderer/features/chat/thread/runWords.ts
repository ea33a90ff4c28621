/** The state of a run in words. Pure. */
import type { RunState } from '#contract/chat/chat'
import { durationText } from '#contract/text/durationText'
import { secondsUntil } from '#renderer/model/servers/serverStatus.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Shorter waits are shown without seconds. */
const patienceMs = 3000

function elapsed(since: number, now: number): string {
  const ms = now - since
  return ms < patienceMs ? '' : ` ${durationText(ms - (ms % 1000))}`
}

/** Returns null while nothing is running. `isAsked`: a server wants an answer before its call continues. */
export function runWords(run: RunState, now: number, isAsked = false): string | null {
  switch (run.kind) {
    case 'idle':
    case 'interrupted':
      return null
    case 'preparing':
      return `${run.what === 'tools' ? 'Preparing tools…' : 'Summarising earlier messages…'}${elapsed(run.since, now)}`
    case 'streaming':
      return `${run.step > 1 ? `Responding, step ${run.step}…` : 'Responding…'}${elapsed(run.since, now)}`
    case 'tools':
      if (isAsked) return 'A tool is waiting for your answer'
      return `${run.running === 1 ? 'One tool is running…' : `${run.running} tools are running…`}${elapsed(run.since, now)}`
    case 'waiting':
      return run.questionIds.length > 1
        ? `${run.questionIds.length} calls are waiting for your answer`
        : 'Waiting for your answer'
    case 'retrying': {
      const seconds = secondsUntil(run.at, now)
      const when = seconds === 0 ? 'now' : `in ${seconds} s`
      return `${visibleText(run.reason)} Retrying ${when} (attempt ${run.attempt}).`
    }
    case 'stopping':
      return 'Stopping…'
    case 'elsewhere':
      return 'Running in another engine on this database. Stop it there.'
  }
}
