/** Rules about comments that compiler and lint cannot check. */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const code = listFiles().filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))

test('every comment belongs to the code below it: two in a row mean that code was moved away from the first', () => {
  const doubled = /\*\/\n[ ]*\/\*\*(?! @)/
  expect(code.filter((file) => doubled.test(withoutHead(readText(file))))).toEqual([])
})

test('no comment begins with "Of": the noun comes first', () => {
  const ofFirst = /^[ \t]*(?:\/\*\*|\/\/)[ \t]*(?:\n[ \t]*\*[ \t]*)?Of[ \n]/m
  expect(code.filter((file) => ofFirst.test(readText(file)))).toEqual([])
})

/** The first comment of a file may be about all of it. */
function withoutHead(text: string): string {
  return text.replace(/^(?:#![^\n]*\n)?\/\*\*[^]*?\*\//, '')
}
