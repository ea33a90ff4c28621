/** Rules about comments that neither the compiler nor the linter checks. */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const code = listFiles().filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))

test('no two doc comments follow each other, because the first would have lost its code', () => {
  const doubled = /\*\/\n[ ]*\/\*\*(?! @)/
  expect(code.filter((file) => doubled.test(withoutHead(readText(file))))).toEqual([])
})

test('no comment begins with "Of", because the noun comes first', () => {
  const ofFirst = /^[ \t]*(?:\/\*\*|\/\/)[ \t]*(?:\n[ \t]*\*[ \t]*)?Of[ \n]/m
  expect(code.filter((file) => ofFirst.test(readText(file)))).toEqual([])
})

/** Removes the file's first comment, which may describe the whole file. */
function withoutHead(text: string): string {
  return text.replace(/^(?:#![^\n]*\n)?\/\*\*[^]*?\*\//, '')
}
