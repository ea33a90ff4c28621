import { expect, test } from 'vitest'
import { ownNames } from '#main/cli/commands/switches'

const listed = [
  { name: 'search', publicName: 'shop__search' },
  { name: 'find', publicName: 'search' },
  { name: 'off', publicName: null },
]

test('tools are switched by their own names, also where a client sees them under others', () => {
  expect(ownNames('shop', listed, ['shop__search', 'off'])).toEqual(['search', 'off'])
  // What another tool is called in public does not take its place.
  expect(ownNames('shop', listed, ['search'])).toEqual(['search'])
})

test('a tool that is not there is refused with those that are: a misspelt switch would do nothing, and say done', () => {
  expect(() => ownNames('shop', listed, ['find', 'fnid'])).toThrow(
    'The server shop has no tool fnid. It has: search, find, off.',
  )
})

test('of a server that has listed nothing yet any name is taken, so that a tool can be off before it first starts', () => {
  expect(ownNames('shop', [], ['later'])).toEqual(['later'])
})
