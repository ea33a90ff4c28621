import { expect, test } from 'vitest'
import type { Launch } from '#contract/servers/server'
import { inOwnNotation } from '#engine/secrets/otherNotations'
import { referencesIn } from '#engine/secrets/references'

const launchOf = (value: string): Launch => ({ transport: 'stdio', command: 'x', args: [value], env: { A: value } })

test.each([
  ['${input:github_token}', '${github_token}'],
  ['Bearer ${input:my key!}', 'Bearer ${my_key_}'],
  ['${env:HOME} ${TOKEN} plain', '${env:HOME} ${TOKEN} plain'],
  ['$${input:x}', '$${input:x}'],
])('[R4] %s is imported as %s', (foreign, own) => {
  expect(inOwnNotation(launchOf(foreign))).toEqual(launchOf(own))
})

test('an input that VS Code would ask for becomes a reference to a secret, and is never passed on literally', () => {
  expect(referencesIn(inOwnNotation(launchOf('${input:id}'))).map(({ name }) => name)).toEqual(['id', 'id'])
})
