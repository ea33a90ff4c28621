/** What compiler and lint do not see of comments. */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const code = listFiles().filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))

test('a comment says something of what follows it: one above another has lost its own when code was moved', () => {
  const doubled = /\*\/\n[ ]*\/\*\*(?! @)/
  expect(code.filter((file) => doubled.test(withoutHead(readText(file))))).toEqual([])
})

/** The first comment of a file may be about all of it. */
function withoutHead(text: string): string {
  return text.replace(/^(?:#![^\n]*\n)?\/\*\*[^]*?\*\//, '')
}
