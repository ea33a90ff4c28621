import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'
import { requirements } from '#test/requirements'

interface Row {
  readonly scenario: string
  readonly file: string
  readonly title: string
}

function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| ([^|]+?) +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
    ([, scenario = '', file = '', title = '']) => ({ scenario, file, title }),
  )
}

/** Returns whether the text contains a title with this beginning, right after a quote. */
function hasTitle(text: string, beginning: string): boolean {
  return [`'`, '"', '`'].some((quote) => text.includes(`${quote}${beginning}`))
}

const rows = rowsOf(readText('docs/scenarios.md'))
const files = new Set(listFiles())

test('every scenario of the sources is in the table: 13, 14, 12, 20 and 13 of them', () => {
  const sections = readText('docs/scenarios.md').split(/^## /m).slice(1)
  const counts = sections.map((section) => new Set(rowsOf(section).map(({ scenario }) => scenario)).size)
  expect(counts).toEqual([13, 14, 12, 20, 13])
})

test('every scenario is also driven from outside, because a defect between outside and inside would go unnoticed', () => {
  const sections = readText('docs/scenarios.md').split(/^## /m).slice(1)
  const inside = sections.flatMap((section) => {
    const own = rowsOf(section)
    const outside = new Set(own.filter(({ file }) => file.startsWith('test/outside/')).map(({ scenario }) => scenario))
    return own.filter(({ scenario }) => !outside.has(scenario)).map(({ scenario }) => scenario)
  })
  expect([...new Set(inside)]).toEqual([])
})

test('every test that the table names exists under that title, because a renamed test would prove nothing', () => {
  const missing = rows.filter(({ file, title }) => !files.has(file) || !hasTitle(readText(file), title))
  expect(missing).toEqual([])
})

test('every title in the table cites a requirement that is due', () => {
  const due = new Set(requirements.filter((requirement) => requirement.due).map(({ id }) => id))
  const uncited = rows.filter(({ title }) => ![...title.matchAll(/\[(R\d+)\]/g)].some(([, id = '']) => due.has(id)))
  expect(uncited).toEqual([])
})
