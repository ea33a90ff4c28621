import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutSecrets, withSecrets } from '#engine/router/approval/hiddenSecrets'

const redact = (text: string) => text.replaceAll('s3cret', '[redacted]')
const args = { token: 's3cret', list: ['a', { url: 'https://x/?key=s3cret' }], s3cret: 1, path: '/tmp' }

test('a secret is shown neither as a value nor as a name, however deep it is', () => {
  expect(withoutSecrets(args, redact)).toEqual({
    token: '[redacted]',
    list: ['a', { url: 'https://x/?key=[redacted]' }],
    '[redacted]': 1,
    path: '/tmp',
  })
})

test('editing one value sends the others with the secrets that were hidden', () => {
  expect(withSecrets({ ...withoutSecrets(args, redact), path: '/srv' }, args, redact)).toEqual({
    ...args,
    path: '/srv',
  })
})

test('a mask that was moved to another position does not turn back into a secret', () => {
  expect(withSecrets({ path: '[redacted]', token: 'x[redacted]' }, args, redact)).toEqual({
    path: '[redacted]',
    token: 'x[redacted]',
  })
})

test('arguments without secrets come back unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      expect(withSecrets(withoutSecrets(given, redact), given, redact)).toEqual(given)
    }),
  )
})
