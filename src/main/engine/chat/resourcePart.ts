/** Reads a resource for a message. The model always gets the content read here, even if the resource changes later. */
import type { Block } from '#contract/chat/chat'
import { callerKeyOf } from '#engine/chat/runs/calls/callers'
import { capMiddle } from '#engine/structures/textCap'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, Router } from '#engine/router/call'

const maxBytes = 200_000

interface Reading {
  readonly router: Router
  readonly redact: (text: string) => string
}

export async function readResource(
  { router, redact }: Reading,
  scope: Scope,
  conversationId: string,
  uri: string,
): Promise<Block> {
  const caller: Caller = { key: callerKeyOf(conversationId), capabilities: {}, ask: null, conversationId }
  const { contents } = await router.request(scope, 'resources/read', { params: { uri }, caller })
  const all = (Array.isArray(contents) ? (contents as unknown[]) : []).map(
    (one) => Object(one) as Record<string, unknown>,
  )
  const texts = all.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  const mediaType = all.find(({ mimeType }) => typeof mimeType === 'string')?.['mimeType']
  return {
    kind: 'resource',
    uri,
    name: uri.split('/').findLast((word) => word !== '') ?? uri,
    mediaType: typeof mediaType === 'string' ? mediaType : null,
    text: texts.length === 0 ? null : redact(capMiddle(texts.join('\n\n'), maxBytes)),
  }
}
