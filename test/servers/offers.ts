/**
 * Serves the prompts, resources and templates of `entries`, and more to look at: a file, hostile words, and a resource
 * that fails. `node test/servers/offers.ts`.
 */
import { attacks } from '#test/e2e/hostileServer'
import { createEntries } from '#test/servers/conformanceEntries'
import { serve } from '#test/servers/support'
import { type JsonObject, type Request, RpcError } from '#test/servers/wire'

const more: readonly JsonObject[] = [
  {
    uri: 'offers://files/archive.zip',
    name: 'Archive',
    mimeType: 'application/zip',
    size: 2048,
    annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-31T12:00:00Z' },
  },
  { uri: 'offers://hostile', name: attacks, description: attacks, mimeType: 'text/html' },
  { uri: 'offers://failing', name: 'Failing', mimeType: 'text/plain' },
]

function read(uri: unknown): JsonObject | undefined {
  switch (uri) {
    case 'offers://files/archive.zip':
      return { contents: [{ uri, mimeType: 'application/zip', blob: Buffer.from('PK of a test').toString('base64') }] }
    case 'offers://hostile':
      return { contents: [{ uri, mimeType: 'text/html', text: attacks }] }
    case 'offers://failing':
      throw new RpcError(-32603, 'The disk is on fire.')
    default:
      return undefined
  }
}

const { beside } = createEntries(() => server)

function answer(request: Request, modern: boolean): JsonObject | undefined | Promise<JsonObject> {
  const { method, params } = request
  const own = method === 'resources/read' ? read(params['uri']) : undefined
  if (own !== undefined) return own
  const usual = beside.answer(request, modern)
  if (method !== 'resources/list') return usual
  const { resources } = usual as { resources: readonly JsonObject[] }
  return { resources: [...resources, ...more] }
}

const server = serve({ name: 'offers', tools: [], beside: { ...beside, answer } })
process.stdin.on('end', () => process.exit(0))
