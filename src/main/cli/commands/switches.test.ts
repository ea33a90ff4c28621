import { expect, test } from 'vitest'
import { ownNames } from '#main/cli/commands/switches'

const listed = [
  { name: 'search', publicName: 'shop__search' },
  { name: 'find', publicName: 'search' },
  { name: 'off', publicName: null },
]

test('tools are switched by their own names, even if clients see other names', () => {
  expect(ownNames('shop', listed, ['shop__search', 'off'])).toEqual(['search', 'off'])
  // Another tool's public name does not take precedence.
  expect(ownNames('shop', listed, ['search'])).toEqual(['search'])
})

test('an unknown tool is refused with the list of tools, because a misspelt switch would do nothing and report success', () => {
  expect(() => ownNames('shop', listed, ['find', 'fnid'])).toThrow(
    'Server shop has no tool fnid. Its tools: search, find, off.',
  )
})

test('any name is accepted before a server has listed its tools, so that a tool can be off before the first start', () => {
  expect(ownNames('shop', [], ['later'])).toEqual(['later'])
})
