/** The messages accepted from a server's page, as named by MCP Apps. All other messages are dropped here. */
import { z } from 'zod/mini'
import type { RequestId, UncheckedMessage } from '#contract/jsonRpc/messages'

export const appProtocolVersion = '2026-01-26'

const id = z.union([z.string().check(z.maxLength(200)), z.number()])
const anything = z.optional(z.record(z.string(), z.unknown()))
const size = z.optional(z.number())

const request = z.discriminatedUnion('method', [
  z.object({ id, method: z.literal('ui/initialize'), params: anything }),
  z.object({ id, method: z.literal('ping'), params: anything }),
  z.object({
    id,
    method: z.literal('tools/call'),
    params: z.object({
      name: z.string().check(z.minLength(1), z.maxLength(256)),
      arguments: z._default(z.record(z.string(), z.unknown()), {}),
    }),
  }),
  z.object({ id, method: z.literal('ui/open-link'), params: z.object({ url: z.string() }) }),
  z.object({
    id,
    method: z.literal('ui/message'),
    params: z.object({ content: z.array(z.looseObject({ type: z.string() })).check(z.maxLength(100)) }),
  }),
  z.object({ id, method: z.literal('ui/request-display-mode'), params: anything }),
])

const notification = z.discriminatedUnion('method', [
  z.object({ method: z.literal('ui/notifications/initialized'), params: anything }),
  z.object({
    method: z.literal('ui/notifications/size-changed'),
    params: z.object({ width: size, height: size }),
  }),
  z.object({ method: z.literal('ui/notifications/request-teardown'), params: anything }),
])

const unknownRequest = z.object({ id, method: z.string().check(z.maxLength(200)) })

export type AppRequest = z.infer<typeof request>
export type AppNotification = z.infer<typeof notification>

export type AppMessage =
  | { readonly kind: 'request'; readonly request: AppRequest }
  | { readonly kind: 'notification'; readonly notification: AppNotification }
  /** An unsupported request. `known`: the method is supported, but these params are not. */
  | { readonly kind: 'refused'; readonly id: RequestId; readonly known: boolean }

const knownMethods = new Set<string>(['tools/call', 'ui/open-link', 'ui/message'] satisfies AppRequest['method'][])

/** Reads a message. Returns null if it needs no handling. */
export function readAppMessage(data: unknown): AppMessage | null {
  if ((Object(data) as UncheckedMessage).jsonrpc !== '2.0') return null
  const asked = request.safeParse(data)
  if (asked.success) return { kind: 'request', request: asked.data }
  const other = unknownRequest.safeParse(data)
  if (other.success) return { kind: 'refused', id: other.data.id, known: knownMethods.has(other.data.method) }
  const told = notification.safeParse(data)
  return told.success ? { kind: 'notification', notification: told.data } : null
}

/** The text of a message that the page wants to send. */
export function wordsOf(content: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n\n')
    .slice(0, 10_000)
}
