import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Launch } from '#contract/servers/server'
import {
  fillReferences,
  isLiteral,
  literalValue,
  referencesIn,
  referenceText,
  withNamedValues,
} from '#engine/secrets/references'

function launchOf(text: string): Launch {
  return { transport: 'stdio', command: 'server', args: [text], env: {} }
}

function filled(text: string, values: Readonly<Record<string, string>>): string | undefined {
  const launch = fillReferences(launchOf(text), (reference) => values[referenceText(reference)] ?? '')
  return launch.transport === 'stdio' ? launch.args[0] : undefined
}

const values = {
  '${A}': 'one',
  '${B_2}': 'two',
  '${git.KEY}': 'three',
  '${env:HOME}': '/home/me',
  '${env:ODD (x86)}': 'odd',
}

test.each([
  ['no reference', 'no reference'],
  ['${A}', 'one'],
  ['Bearer ${A}, ${B_2}${git.KEY}', 'Bearer one, twothree'],
  ['${env:HOME}/x', '/home/me/x'],
  ['${env:ODD (x86)}', 'odd'],
  ['$${A}', '${A}'],
  ['$${A} ${A}', '${A} one'],
  ['$$${A}', '$${A}'],
  ['$A $(A) ${} ${ A } ${A', '$A $(A) ${} ${ A } ${A'],
  ['${A:-fallback} ${a[@]} ${input:x}', '${A:-fallback} ${a[@]} ${input:x}'],
])('[R4] %s becomes %s', (text, result) => {
  expect(filled(text, values)).toBe(result)
})

test('[R4] references are filled in every string of a launch, and each knows its path', () => {
  const stdio: Launch = {
    transport: 'stdio',
    command: '${A}',
    args: ['-k', '${B}'],
    env: { TOKEN: 'x${C}', '${D}': 'names are not filled' },
    cwd: '/${E}',
  }
  expect(referencesIn(stdio).map(({ name, place }) => [name, place])).toEqual([
    ['A', 'command'],
    ['B', 'args[1]'],
    ['C', 'env.TOKEN'],
    ['E', 'cwd'],
  ])
  const remote: Launch = {
    transport: 'http',
    url: 'https://${A}/mcp?k=${B}',
    headers: { Authorization: 'Bearer ${C}' },
  }
  expect(referencesIn(remote).map(({ name, place }) => [name, place])).toEqual([
    ['A', 'url'],
    ['B', 'url'],
    ['C', 'headers.Authorization'],
  ])
})

test('[R4] references inside a value are not filled', () => {
  expect(filled('${A}', { '${A}': '${B} $${B} $& $1', '${B}': 'wrong' })).toBe('${B} $${B} $& $1')
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(filled('<${A}>', { '${A}': value })).toBe(`<${value}>`)
    }),
  )
})

describe('named values', () => {
  const launch: Launch = { transport: 'stdio', command: 'x', args: ['--a'], env: { A: '1' }, cwd: '/' }

  test('are changed, and nothing else is', () => {
    expect(withNamedValues({ ...launch, env: { A: '1', B: '2' } }, ({ value }) => `${value}!`)).toEqual({
      ...launch,
      env: { A: '1!', B: '2!' },
    })
  })
})

test('a text without references is a literal', () => {
  expect(['plain', '$${A}', '${A:-b}', ''].map(isLiteral)).toEqual([true, true, true, true])
  expect(['${A}', 'Bearer ${A}', '${env:A}', '$${B}${A}'].map(isLiteral)).toEqual([false, false, false, false])
  expect(literalValue('$${A} $$')).toBe('${A} $$')
})
