/** Who asks for what, in words. Pure. */
import type { ApprovalBody, ApprovalReason, Question } from '#contract/question'
import { shortText } from '#contract/text/shortText'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const longest = 80

function short(text: string): string {
  const visible = visibleText(text).replaceAll(/\s+/g, ' ').trim()
  return shortText(visible, longest)
}

export function callerWords({ caller }: Pick<Question, 'caller'>): string {
  switch (caller.kind) {
    case 'chat':
      return 'The chat'
    case 'client':
      return caller.name === null || caller.name.trim() === '' ? 'A client' : short(caller.name)
    case 'person':
      return 'A call by hand'
  }
}

export function serverWords(server: string): string {
  return server === 'native' ? 'Switchboard' : server
}

export function toolTitle({ tool }: Pick<ApprovalBody, 'tool'>): string {
  return short(tool.title ?? tool.name)
}

export function questionTitle(question: Pick<Question, 'caller' | 'body'>): string {
  const { body } = question
  switch (body.kind) {
    case 'approval':
      return `${callerWords(question)} wants to use ${toolTitle(body)}`
    case 'form':
      return `${serverWords(body.server)} asks you something`
    case 'link':
      return `${serverWords(body.server)} wants you to open an address`
    case 'sampling':
      return `${serverWords(body.server)} wants the model to answer something`
  }
}

/** What tells it from others like it, in one line. */
export function questionGist({ body }: Pick<Question, 'body'>): string {
  switch (body.kind) {
    case 'approval':
      return short(JSON.stringify(body.arguments) ?? '')
    case 'form':
    case 'link':
      return short(body.message)
    case 'sampling':
      return 'On your account'
  }
}

const reasons: Readonly<Record<ApprovalReason, string>> = {
  notReadOnly: 'You are asked because it may change something.',
  all: 'You are asked about every call of this caller.',
  changed: 'You are asked because it is not the tool that you allowed: its definition has changed.',
}

export function reasonWords({ reason }: Pick<ApprovalBody, 'reason'>): string {
  return reasons[reason]
}

/** What its server says of the tool, and what that is worth; null when it says nothing that matters here. */
export function claimWords({ tool }: Pick<ApprovalBody, 'tool'>): string | null {
  const { destructiveHint, readOnlyHint } = Object(tool.annotations) as Readonly<Record<string, unknown>>
  if (readOnlyHint === true)
    return tool.trusted
      ? 'Its server says that it only reads.'
      : 'Its server says that it only reads, but that counts for nothing: you have not marked the server as trusted.'
  return destructiveHint === true ? 'Its server says that it may destroy things.' : null
}

export function timeLeft(expiresAt: number, now: number): string {
  const seconds = Math.max(0, Math.floor((expiresAt - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
