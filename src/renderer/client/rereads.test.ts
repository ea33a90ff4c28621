/** No figure of the page goes stale: everything it reads from the engine is read again when it changes. */
import { expect, test } from 'vitest'
import { rereads } from '#renderer/client/rereads.ts'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

/** Routes that are kept up to date by other means. */
const otherwise: Readonly<Record<string, string>> = {
  'projects.matrix': 'is read again row by row, by its events, while it is open',
  'servers.list': 'its events carry the news',
  'projects.list': 'its events carry the news',
  'calls.list': 'is looked at every other second while it is open',
  'calls.get': 'is looked at until the call has ended',
  'app.info': 'stays as it is while the engine runs',
  'chat.attachment': 'never changes',
  'catalog.complete': 'answers what is being typed',
  'catalog.resource': 'is read once, when a person opens it',
  'tools.usage': 'counts of past calls: read whenever tools are sorted by them',
  'clients.list': 'files of other programs: read whenever the page is opened',
  'clients.previewConnect': 'a look before the deed, which is compared again when it is done',
  'clients.previewDisconnect': 'a look before the deed, which is compared again when it is done',
  'clients.previewImport': 'a look before the deed',
  'hosting.previewIsolation': 'a look before the deed',
  'hosting.previewPackage': 'a look before the deed',
  'hosting.previewChange': 'a look before the deed',
  'hosting.setup': 'is read when a person opens it to change it',
  'hosting.runtimes':
    'what is installed on a machine tells nobody: looked at whenever the page is opened, and when asked',
  'products.preview': 'a look before the deed, which is compared again when it is done',
  'servers.previewImport': 'a look before the deed',
}

test('everything the page reads from the engine follows its changes', () => {
  const read = new Set<string>()
  for (const source of Object.values(sources))
    for (const match of source.matchAll(/queries\.(\w+)\.(\w+)\.\w*[oO]ptions\b/g)) read.add(`${match[1]}.${match[2]}`)
  expect(read.size).toBeGreaterThan(20)
  const known = [...Object.keys(rereads), ...Object.keys(otherwise)]
  expect([...read].filter((route) => !known.includes(route))).toEqual([])
  expect(known.filter((route) => !read.has(route))).toEqual([])
})
