import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'
import { requirements } from '#test/requirements'

/** The ids in a file's titles, which are between quotes on one line, where the test runner prints them. */
function citedIn(text: string): string[] {
  const titles = [...text.matchAll(/(['"`])(?:\\.|(?!\1)[^\\\n])*\1/g)].map(([literal]) => literal)
  return titles.flatMap((title) => [...title.matchAll(/\[(R\d+)\]/g)].flatMap((match) => match[1] ?? []))
}

const cited = new Set(
  listFiles()
    .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'test/requirements.test.ts')
    .flatMap((file) => citedIn(readText(file))),
)

test('every requirement that is due is cited by a test, so that an unproven requirement is noticed', () => {
  const unproven = requirements.filter(({ id, due }) => due && !cited.has(id))
  expect(unproven.map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

test('no test cites a requirement that does not exist', () => {
  const known = new Set(requirements.map(({ id }) => id))
  expect([...cited].filter((id) => !known.has(id))).toEqual([])
})

test('the list of requirements is complete: R1 to R32, each once, in order', () => {
  expect(requirements.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, index) => `R${index + 1}`))
})

test('an id in a comment or outside a title does not prove a requirement', () => {
  expect(citedIn("test('[R1] [R2] does', () => {}) // [R3]")).toEqual(['R1', 'R2'])
  expect(citedIn("/** [R4] */ describe(`[R5] ${name}'s`, run)")).toEqual(['R5'])
})
