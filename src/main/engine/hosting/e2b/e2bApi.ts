/**
 * A client for the part of E2B's REST API that creates, finds and ends sandboxes. It turns E2B's errors into ours, and
 * keeps the key out of them.
 */
import { z } from 'zod'
import { AppError, type ErrorCode, messageOf } from '#contract/errors'
import type { E2bPlace } from '#engine/hosting/e2b/e2bPlace'
import { once } from '#engine/structures/once'

const made = once(() =>
  z.object({
    sandboxID: z.string(),
    envdVersion: z.string(),
    envdAccessToken: z.string().nullish(),
    trafficAccessToken: z.string().nullish(),
    domain: z.string().nullish(),
  }),
)
export type Sandbox = z.infer<ReturnType<typeof made>>

const listed = once(() =>
  z.array(
    z.object({
      sandboxID: z.string(),
      templateID: z.string(),
      alias: z.string().nullish(),
      state: z.string(),
      startedAt: z.string(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  ),
)
export type ListedSandbox = z.infer<ReturnType<typeof listed>>[number]

const measured = once(() => z.array(z.object({ cpuCount: z.number(), cpuUsedPct: z.number(), memUsed: z.number() })))

export interface NewSandbox {
  readonly template: string
  readonly metadata: Readonly<Record<string, string>>
  readonly timeoutSeconds: number
  readonly hasInternet: boolean
}

const requestMs = 60_000
/** The maximum number of pages read. Each lists up to a hundred sandboxes, so more cannot all be ours. */
const maxPages = 50

export class E2bApi {
  readonly #place: E2bPlace
  readonly #key: () => Promise<string | null>

  constructor(place: E2bPlace, key: () => Promise<string | null>) {
    this.#place = place
    this.#key = key
  }

  async create({ template, metadata, timeoutSeconds, hasInternet }: NewSandbox): Promise<Sandbox> {
    const body = {
      templateID: template,
      metadata,
      timeout: timeoutSeconds,
      allow_internet_access: hasInternet,
      // Requests to the sandbox's ports need its token.
      network: { allowPublicTraffic: false },
    }
    const { status, answer } = await this.#ask('POST', '/v2/sandboxes', body)
    if (status === 404 || (status === 400 && /template/i.test(wordsIn(answer))))
      throw new AppError('IMAGE_NOT_FOUND', `E2B has no template ${template}: ${wordsIn(answer)}`)
    return made().parse(accepted(status, answer))
  }

  /** Lists all sandboxes with this metadata, running or paused. */
  async list(metadata: Readonly<Record<string, string>>): Promise<ListedSandbox[]> {
    const pairs = Object.entries(metadata).map(([key, value]): [string, string] => [
      encodeURIComponent(key),
      encodeURIComponent(value),
    ])
    const found: ListedSandbox[] = []
    let next: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams({ metadata: new URLSearchParams(pairs).toString(), limit: '100' })
      if (next !== null) query.set('nextToken', next)
      const { status, answer, nextToken } = await this.#ask('GET', `/v2/sandboxes?${query.toString()}`)
      found.push(...listed().parse(accepted(status, answer)))
      next = nextToken
      if (next === null) return found
    }
    return found
  }

  /** Returns the tokens and the address of an existing sandbox. Rejects with `NOT_FOUND` if it is gone. */
  async connect(id: string, timeoutSeconds: number): Promise<Sandbox> {
    const { status, answer } = await this.#ask('POST', `/v2/sandboxes/${id}/connect`, { timeout: timeoutSeconds })
    return made().parse(accepted(status, answer))
  }

  /** Makes the sandbox end by itself this long from now, unless it is extended again. Returns false if it is gone. */
  async extend(id: string, timeoutSeconds: number): Promise<boolean> {
    const { status, answer } = await this.#ask('POST', `/sandboxes/${id}/timeout`, { timeout: timeoutSeconds })
    if (status === 404) return false
    accepted(status, answer)
    return true
  }

  /** Idempotent. */
  async kill(id: string): Promise<void> {
    const { status, answer } = await this.#ask('DELETE', `/sandboxes/${id}`)
    if (status !== 404) accepted(status, answer)
  }

  /** The sandbox's last measurement; null if none was made yet. */
  async usage(id: string): Promise<{ readonly cpuPercent: number; readonly memoryBytes: number } | null> {
    const { status, answer } = await this.#ask('GET', `/sandboxes/${id}/metrics`)
    const last = measured().parse(accepted(status, answer)).at(-1)
    // E2B reports a percentage of all cores. Here, 100 % is one core.
    return last === undefined ? null : { cpuPercent: last.cpuUsedPct * last.cpuCount, memoryBytes: last.memUsed }
  }

  async #ask(method: string, path: string, body?: object) {
    const key = await this.#key()
    if (key === null) throw new AppError('RUNTIME_UNAVAILABLE', 'There is no key for E2B.')
    try {
      const response = await fetch(`${this.#place.apiUrl}${path}`, {
        method,
        headers: { 'X-API-KEY': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        signal: AbortSignal.timeout(requestMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, answer: readJson(text), nextToken: response.headers.get('x-next-token') }
    } catch (thrown) {
      throw new AppError('RUNTIME_UNAVAILABLE', `E2B cannot be reached: ${reasonOf(thrown)}`)
    }
  }
}

/** The message of the cause behind a `fetch` error, if it has one. */
export function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined
  return messageOf(cause ?? thrown)
}

function accepted(status: number, answer: unknown): unknown {
  if (status < 300) return answer
  if (status === 401 || status === 403)
    throw new AppError('RUNTIME_UNAVAILABLE', `E2B does not accept the key: ${wordsIn(answer)}`)
  throw new AppError(codeOf(status), `E2B refused (${status}): ${wordsIn(answer)}`)
}

function codeOf(status: number): ErrorCode {
  if (status === 404) return 'NOT_FOUND'
  return status === 429 || status >= 500 ? 'RUNTIME_UNAVAILABLE' : 'COMMAND_FAILED'
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.slice(0, 500)
  }
}

function wordsIn(answer: unknown): string {
  if (typeof answer === 'string') return answer
  const { message } = (answer ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : 'it did not say why'
}
