/** Checks that no data on the page becomes stale: what changes in the engine is read again. */
import { expect, test } from 'vitest'
import { rereads } from '#renderer/client/rereads.ts'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

/** Routes whose data stays up to date by other means. */
const otherwise: Readonly<Record<string, string>> = {
  'projects.matrix': 'is read again row by row, by its events, while it is open',
  'servers.list': 'its events carry the new data',
  'projects.list': 'its events carry the new data',
  'calls.list': 'is polled every two seconds while it is open',
  'calls.get': 'is polled until the call has ended',
  'app.info': 'does not change while the engine is running',
  'chat.attachment': 'never changes',
  'catalog.complete': 'is asked again whenever the typed text changes',
  'catalog.resource': 'is read once, when a person opens it',
  'clients.list': 'concerns files of other programs, and is read whenever the page is opened',
  'clients.previewConnect': 'is a preview, which the engine compares again before it acts',
  'clients.previewDisconnect': 'is a preview, which the engine compares again before it acts',
  'clients.previewImport': 'is a preview',
  'hosting.previewIsolation': 'is a preview',
  'hosting.previewPackage': 'is a preview',
  'hosting.previewChange': 'is a preview',
  'tools.usage': 'counts past calls, and is read whenever tools are sorted by them',
  'hosting.setup': 'is read when a person opens it to change it',
  'hosting.runtimes': 'installing a runtime sends no event: read whenever the page is opened, and on request',
  'products.preview': 'is a preview, which the engine compares again before it acts',
  'servers.previewImport': 'is a preview',
}

test('everything the page reads from the engine is read again when it changes', () => {
  const read = new Set<string>()
  for (const source of Object.values(sources))
    for (const match of source.matchAll(/queries\.(\w+)\.(\w+)\.\w*[oO]ptions\b/g)) read.add(`${match[1]}.${match[2]}`)
  expect(read.size).toBeGreaterThan(20)
  const known = [...Object.keys(rereads), ...Object.keys(otherwise)]
  expect([...read].filter((route) => !known.includes(route))).toEqual([])
  expect(known.filter((route) => !read.has(route))).toEqual([])
})
