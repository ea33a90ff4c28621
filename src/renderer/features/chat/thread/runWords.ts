/** What a run is doing, in words. Pure. */
import type { RunState } from '#contract/chat/chat'
import { durationText } from '#contract/text/durationText'
import { secondsUntil } from '#renderer/model/servers/serverStatus.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Nobody wants to read seconds before there are some. */
const patienceMs = 3000

function elapsed(since: number, now: number): string {
  const ms = now - since
  return ms < patienceMs ? '' : ` ${durationText(ms - (ms % 1000))}`
}

/** Null while nothing runs. `isAsked`: a server wants to know something before its call goes on. */
export function runWords(run: RunState, now: number, isAsked = false): string | null {
  switch (run.kind) {
    case 'idle':
    case 'interrupted':
      return null
    case 'preparing':
      return `${run.what === 'tools' ? 'Getting the tools ready…' : 'Making the older part shorter…'}${elapsed(run.since, now)}`
    case 'streaming':
      return `${run.step > 1 ? `Answering, step ${run.step}…` : 'Answering…'}${elapsed(run.since, now)}`
    case 'tools':
      if (isAsked) return 'A tool waits for your answer'
      return `${run.running === 1 ? 'One tool is running…' : `${run.running} tools are running…`}${elapsed(run.since, now)}`
    case 'waiting':
      return run.questionIds.length > 1
        ? `${run.questionIds.length} calls wait for your answer`
        : 'Waits for your answer'
    case 'retrying': {
      const seconds = secondsUntil(run.at, now)
      const when = seconds === 0 ? 'now' : `in ${seconds} s`
      return `${visibleText(run.reason)} Asks again ${when}, attempt ${run.attempt}.`
    }
    case 'stopping':
      return 'Stopping…'
    case 'elsewhere':
      return 'Runs in another engine that shares the database; it can be stopped there'
  }
}
