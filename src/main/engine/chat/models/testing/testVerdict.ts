/** Decides what the response to a test says about an endpoint. Pure. */
import { z } from 'zod'
import type { FailedModelTest, ModelTestFailure } from '#contract/chat/model'
import { shortText } from '#contract/text/shortText'
import { failureCode, isCertificateCode } from '#engine/net/failureCode'

/** The parts of a response that the verdict needs. `text` is empty where it is not needed. */
export interface TestAnswer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

export type Verdict = Pick<FailedModelTest, 'why' | 'status' | 'said'>

const maxSaid = 300
const list = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) })
const apiError = z.looseObject({ error: z.looseObject({ message: z.string() }) })
const plainError = z.union([
  z.looseObject({ error: z.string() }).transform(({ error }) => error),
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
  z.looseObject({ detail: z.string() }).transform(({ detail }) => detail),
])

/** The number of models; null if this is not a list of models. */
export function listedModels({ text }: Pick<TestAnswer, 'text'>): number | null {
  return list.safeParse(jsonIn(text)).data?.data.length ?? null
}

/** Why the endpoint refused the request; null if it serves this route. */
export function refusal(answer: TestAnswer): Verdict | null {
  const why = whyOf(answer.status)
  return why === null ? null : { why, status: answer.status, said: wordsIn(answer) }
}

/**
 * Like `refusal`, for a request that is incomplete on purpose, so that no model answers it. An endpoint that serves the
 * Messages API then says what is missing.
 */
export function refusalOfIncomplete(answer: TestAnswer): Verdict | null {
  const isExpected = (answer.status === 400 || answer.status === 422) && !isPage(answer)
  return isExpected ? null : refusal(answer)
}

export function notApi(answer: TestAnswer): Verdict {
  const type = answer.contentType === '' ? 'no content type' : answer.contentType
  return {
    why: 'notApi',
    status: answer.status,
    said: isPage(answer) ? pageTitle(answer.text) : shortText(type, maxSaid),
  }
}

/** The reason for getting no response. */
export function reasonFor(cause: unknown): ModelTestFailure {
  const code = failureCode(cause)
  if (isCertificateCode(code)) return 'certificate'
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'notResolved'
    case 'ECONNREFUSED':
      return 'notListening'
    case 'ETIMEDOUT':
      return 'timedOut'
    default:
      return 'unreachable'
  }
}

function whyOf(status: number): ModelTestFailure | null {
  if (status >= 200 && status < 300) return null
  if (status === 401 || status === 403) return 'key'
  if (status === 404 || status === 405 || status === 501) return 'address'
  if (status >= 300 && status < 400) return 'redirected'
  return status === 429 || status >= 500 ? 'busy' : 'refused'
}

function wordsIn(answer: TestAnswer): string {
  if (isPage(answer)) return pageTitle(answer.text)
  const json = jsonIn(answer.text)
  const words = apiError.safeParse(json).data?.error.message ?? plainError.safeParse(json).data ?? answer.text
  return shortText(words.replace(/\s+/g, ' ').trim(), maxSaid)
}

function isPage({ contentType, text }: TestAnswer): boolean {
  return /html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(text)
}

function pageTitle(text: string): string {
  const title = /<title[^<>]*>([^<]{1,100})/i.exec(text)?.[1]?.trim() ?? ''
  return title === '' ? 'a web page' : `a web page, "${title}"`
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
