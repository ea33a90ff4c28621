import { expect, test } from 'vitest'
import type { ModelSourceSnapshot } from '#contract/chat/model'
import { sourceDetail } from '#renderer/features/settings/model/sourceDetail.ts'

const source: ModelSourceSnapshot = {
  kind: 'custom',
  automatic: false,
  baseUrl: 'http://localhost:11434',
  headerNames: ['x-team'],
  allowPlain: false,
  keyFrom: 'vault',
  problem: null,
}

test('the address, the place of the key and the names of headers are shown, and no value', () => {
  expect(sourceDetail(source)).toEqual(['http://localhost:11434', 'Key: in the vault', 'Headers: x-team'])
})

test('a provider that the environment names says so, and one that needs a key says that there is none', () => {
  const automatic: ModelSourceSnapshot = {
    ...source,
    kind: 'anthropic',
    automatic: true,
    headerNames: [],
    keyFrom: null,
  }
  expect(sourceDetail(automatic)).toEqual([
    'http://localhost:11434',
    'Key: none yet',
    'Set by the engine’s environment, not here.',
  ])
})
