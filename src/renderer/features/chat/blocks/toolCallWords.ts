/** Words and a tone for the state of a tool call. Pure. */
import type { ToolCallBlock, ToolCallStatus } from '#contract/chat/chat'
import { denialForPerson } from '#contract/chat/denial'
import { shortText } from '#contract/text/shortText'
import { durationText } from '#contract/text/durationText'
import type { Question } from '#contract/question'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { CallRunner } from '#renderer/features/chat/conversation/callRunner.ts'
import type { Tone } from '#renderer/model/servers/serverStatus.ts'

interface StatusWords {
  readonly word: string
  readonly tone: Tone
}

const words: Readonly<Record<ToolCallStatus, StatusWords>> = {
  writing: { word: 'Writing arguments', tone: 'busy' },
  waiting: { word: 'Waiting', tone: 'warn' },
  running: { word: 'Running', tone: 'busy' },
  succeeded: { word: 'Answered', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  denied: { word: 'Denied', tone: 'off' },
  cancelled: { word: 'Cancelled', tone: 'off' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
  skipped: { word: 'Skipped', tone: 'off' },
}

const notMade: StatusWords = { word: 'Not sent yet', tone: 'warn' }

export function isUnderWay({ status }: Pick<ToolCallBlock, 'status'>): boolean {
  return status === 'writing' || status === 'waiting' || status === 'running'
}

/**
 * Whether the call is waiting for a person's answer. A server's question does not name the call, so all of the server's
 * running calls in the conversation count as waiting. Calls made by pages have their own cards.
 */
export function asksPerson({ status, server }: Pick<ToolCallBlock, 'status' | 'server'>, asked: readonly Question[]) {
  return status === 'running' && asked.some(({ body }) => body.kind !== 'approval' && body.server === server)
}

export interface CallWords extends StatusWords {
  /** How long the call took, or has been running. Null in states where a duration says nothing. */
  readonly time: string | null
}

export interface CallCircumstances {
  readonly now: number
  readonly runner: CallRunner
  /** Whether the call's server is waiting for the person. */
  readonly isAsked: boolean
}

export function toolCallWords(block: ToolCallBlock, { now, runner, isAsked }: CallCircumstances): CallWords {
  if (runner === 'none' && isUnderWay(block))
    return { ...(block.startedAt === null ? notMade : words.interrupted), time: null }
  if (isAsked) return { ...words.waiting, time: null }
  const { word, tone } = words[block.status]
  const elapsed = block.status === 'running' && block.startedAt !== null ? now - block.startedAt : 0
  // Whole seconds while the call is running, because the page's clock ticks once a second.
  const running = elapsed < 1000 ? null : durationText(elapsed - (elapsed % 1000))
  return { word, tone, time: block.durationMs === null ? running : durationText(block.durationMs) }
}

/** The text for a call that is waiting for an answer to a question that the page does not have. */
export function waitingWords({ questionId }: Pick<ToolCallBlock, 'questionId'>, runner: CallRunner): string {
  if (runner === 'none') return 'Not sent. The call will be sent when you continue below, unless you skip it.'
  return questionId === null ? 'Not sent yet.' : 'Waiting for your answer.'
}

export function callTitle(block: Pick<ToolCallBlock, 'title' | 'toolName' | 'publicName'>): string {
  return block.title ?? (block.toolName === '' ? block.publicName : block.toolName)
}

const maxArguments = 120

/** The arguments in one line: `path: /etc/hosts, depth: 2`. Empty if there are none, or the model is writing them. */
export function argumentsLine({ status, arguments: json, editedArguments }: ToolCallBlock): string {
  if (status === 'writing') return ''
  const entries = Object.entries(fieldsOf(parsed(editedArguments ?? json)))
  const named = entries.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return shortText(named.join(', ').replaceAll(/\s+/g, ' '), maxArguments)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The server of a call in one word. */
export function serverWord(server: string | null): string {
  if (server === null) return 'Chat'
  return server === 'native' ? 'Switchboard' : server
}

const maxFailureLength = 1000

/** Why the call has no usable result, in the words of the engine or of the tool. */
export function failureWords({ status, error, result }: ToolCallBlock): string | null {
  if (error !== null) return (status === 'denied' ? denialForPerson(error) : null) ?? error
  if (status !== 'failed') return null
  for (const block of result?.content ?? []) {
    const { type, text } = fieldsOf(block)
    if (type === 'text' && typeof text === 'string') return text.slice(0, maxFailureLength)
  }
  return null
}
