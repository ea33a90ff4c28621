/** Texts that say who asks for what. Pure. */
import type { ApprovalBody, ApprovalReason, Question } from '#contract/question'
import { shortText } from '#contract/text/shortText'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const maxLength = 80

function short(text: string): string {
  const visible = visibleText(text).replaceAll(/\s+/g, ' ').trim()
  return shortText(visible, maxLength)
}

export function callerWords({ caller }: Pick<Question, 'caller'>): string {
  switch (caller.kind) {
    case 'chat':
      return 'The chat'
    case 'client':
      return caller.name === null || caller.name.trim() === '' ? 'A client' : short(caller.name)
    case 'person':
      return 'A manual call'
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
      return `${serverWords(body.server)} asks for information`
    case 'link':
      return `${serverWords(body.server)} asks you to open a link`
    case 'sampling':
      return `${serverWords(body.server)} wants to send a prompt to the model`
  }
}

/** Who asks for what, as short as possible. For a call: its tool and its server. */
export function questionLine(question: Pick<Question, 'caller' | 'body'>): string {
  const { body } = question
  return body.kind === 'approval' ? `${toolTitle(body)} · ${serverWords(body.tool.server)}` : questionTitle(question)
}

/** One line that distinguishes the question from similar ones. */
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
  notReadOnly: 'Approval is needed because this tool may change something.',
  all: 'Approval is needed for every call from this caller.',
  changed: 'Approval is needed because the tool’s definition has changed since you allowed it.',
}

export function reasonWords({ reason }: Pick<ApprovalBody, 'reason'>): string {
  return reasons[reason]
}

/** Whether the call waits only because its server is not trusted: the tool says that it is read-only. */
export function waitsForTrust({ tool, reason }: Pick<ApprovalBody, 'tool' | 'reason'>): boolean {
  const { readOnlyHint } = Object(tool.annotations) as Readonly<Record<string, unknown>>
  return reason === 'notReadOnly' && readOnlyHint === true && !tool.trusted
}

/** What the server claims about the tool, and whether the claim is believed. Null: no relevant claim. */
export function claimWords({ tool }: Pick<ApprovalBody, 'tool'>): string | null {
  const { destructiveHint, readOnlyHint } = Object(tool.annotations) as Readonly<Record<string, unknown>>
  if (readOnlyHint === true)
    return tool.trusted
      ? 'Its server says it is read-only.'
      : 'Its server says it is read-only, but you haven’t marked this server as trusted.'
  return destructiveHint === true ? 'Its server says it may be destructive.' : null
}

export function timeLeft(expiresAt: number, now: number): string {
  const seconds = Math.max(0, Math.floor((expiresAt - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
