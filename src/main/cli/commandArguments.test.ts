import { expect, test } from 'vitest'
import { parseEnvironment } from '#main/cli/commands/add'
import { parseArguments } from '#main/cli/commands/tools'
import { UsageError } from '#main/cli/failure'

test('a value keeps its own equals signs, and may be empty', () => {
  expect(parseEnvironment(['A=b=c', 'EMPTY='])).toEqual({ A: 'b=c', EMPTY: '' })
})

test.each(['A', '=b', ''])('%j is not an assignment', (text) => {
  expect(() => parseEnvironment([text])).toThrow(UsageError)
})

test.each(['', '{', '[1]', 'null', '"text"', '7'])(
  '%j is refused as arguments, because a tool would be called with nonsense',
  (text) => {
    expect(() => parseArguments(text)).toThrow(UsageError)
  },
)

test('arguments are passed on unchanged', () => {
  expect(parseArguments('{"a":[1,{"b":null}]}')).toEqual({ a: [1, { b: null }] })
})
