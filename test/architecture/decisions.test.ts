import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const index = 'docs/adr/README.md'
const files = listFiles('docs/adr')
  .filter((file) => file !== index)
  .sort()

function numberOf(file: string): number {
  return Number(file.slice('docs/adr/'.length, 'docs/adr/0000'.length))
}

function titleOf(file: string): string | undefined {
  return /^# \d+\. (.+)$/m.exec(readText(file))?.[1]
}

// Two decisions that are written at the same time would take the same number. A reference to that number would be
// ambiguous.
test('decisions are numbered without holes or duplicates, and each begins with its number and title', () => {
  expect(files.map(numberOf)).toEqual(files.map((_file, position) => position + 1))
  for (const file of files) expect(readText(file)).toMatch(new RegExp(`^# ${numberOf(file)}\\. [A-Z]`))
})

// Keeps the reason for a decision and its cost in the same place in every document.
test('every decision has the same four headings in the same order', () => {
  const headings = (file: string) => [...readText(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  const expected = ['Status', 'Context', 'Decision', 'Consequences']
  expect(files.map((file) => [file, headings(file)])).toEqual(files.map((file) => [file, expected]))
})

// Catches a renamed decision that keeps its old title in the index.
test('the index lists every decision once, by number, with its title', () => {
  const listed = [...readText(index).matchAll(/^(\d+)\. \[(.+)\]\((.+)\)$/gm)].map(([, ...row]) => row)
  expect(listed).toEqual(files.map((file) => [String(numberOf(file)), titleOf(file), file.slice('docs/adr/'.length)]))
})

// Catches links and numbers that lead nowhere after a file was renamed.
test('links between documents resolve, and so does every reference to a decision by number', () => {
  const documents = listFiles().filter((file) => file.endsWith('.md') && !file.startsWith('test/'))
  const present = new Set(listFiles())
  const broken = documents.flatMap((file) =>
    [...readText(file).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, target = '']) => join(dirname(file), target))
      .filter((target) => !present.has(target))
      .map((target) => `${file}: ${target}`),
  )
  const texts = listFiles().filter((file) => /\.(md|ts|tsx|mjs|yml)$/.test(file))
  const unknown = texts.flatMap((file) =>
    [...readText(file).matchAll(/\bADR (\d+)/g)]
      .filter(([, number]) => Number(number) < 1 || Number(number) > files.length)
      .map(([reference]) => `${file}: ${reference}`),
  )
  expect([...broken, ...unknown]).toEqual([])
})
