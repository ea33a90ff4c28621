import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

// Two decisions written at the same time take the same number, and a reference to it then means either.
test('decisions are numbered without holes or doubles, and each begins with its number and title', () => {
  const files = listFiles('docs/adr').sort()
  const numberOf = (file: string) => Number(file.slice('docs/adr/'.length, 'docs/adr/0000'.length))
  expect(files.map(numberOf)).toEqual(files.map((_file, index) => index + 1))
  for (const file of files) expect(readText(file)).toMatch(new RegExp(`^# ${numberOf(file)}\\. [A-Z]`))
})
