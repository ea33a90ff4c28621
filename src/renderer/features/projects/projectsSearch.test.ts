/** Addresses may be typed by hand: unknown parts are ignored. */
import { expect, test } from 'vitest'
import { projectsSearch } from '#renderer/features/projects/projectsSearch.ts'

test.each([
  [{}, {}],
  [
    { tab: 'sight', project: 'p', client: 'c', state: 'hidden' },
    { tab: 'sight', project: 'p', client: 'c', state: 'hidden' },
  ],
  [{ tab: 'other', project: 1, client: '', state: ['seen'], more: 'x' }, {}],
] as const)('%j is %j', (given, read) => {
  expect(projectsSearch(given)).toEqual(read)
})
