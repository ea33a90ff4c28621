import { expect, test } from 'vitest'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { resourceSnapshots } from '#engine/registry/catalog/viewSnapshots'

const _meta = { 'switchboard/server': 'files' }

/** Catches a list that stays empty because a server describes one of its resources wrongly. */
test('the valid fields of a resource are listed, and the invalid ones are left out', () => {
  const entries = [
    {
      uri: 'x://a',
      name: 'a',
      size: 7,
      annotations: { audience: ['user'], priority: 1, lastModified: 'today' },
      _meta,
    },
    { uri: 'x://b', name: 'b', size: -1, annotations: { audience: 'all', priority: 'high' }, _meta },
    { uri: 'x://c', name: 'c', size: 'big', annotations: 3, _meta },
    { name: 'no address', _meta },
  ]
  const view = { resources: { list: { entries }, templates: { entries: [{ uriTemplate: 'x://{d}', _meta }] } } }
  const shown = resourceSnapshots(view as unknown as CatalogView)
  expect(shown.map(({ uri, size, notes, isTemplate }) => [uri, size, notes, isTemplate])).toEqual([
    ['x://a', 7, { audience: ['user'], priority: 1, lastModified: 'today' }, false],
    ['x://b', null, null, false],
    ['x://c', null, null, false],
    ['x://{d}', null, null, true],
  ])
})
