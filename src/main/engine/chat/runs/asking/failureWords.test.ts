import { expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { failureWords } from '#engine/chat/runs/asking/failureWords'

const coded = (code: string, cause?: unknown) => Object.assign(new Error('internal words', { cause }), { code })

it.each([
  ['a full disk under SQLite', coded('SQLITE_FULL'), /no room to store/],
  ['a full disk under a file', coded('ENOSPC'), /no room to store/],
  ['a full disk under Postgres', coded('53100'), /no room to store/],
  ['a full disk behind another error', new Error('outer', { cause: coded('EDQUOT') }), /no room to store/],
  ['a disk that cannot be written', coded('SQLITE_IOERR_WRITE'), /could not be stored/],
  [
    'a store that cannot be used for it',
    new AppError('STORE_UNREADABLE', 'x', { cause: coded('SQLITE_FULL') }),
    /no room/,
  ],
  ['what is said already in words', new AppError('CONFLICT', 'in words'), /^in words$/],
])('%s is told in words that help', (_what, thrown, words) => {
  expect(failureWords(thrown)).toMatch(words)
})

it('a mistake of ours is not told in the words of a library', () => {
  expect(failureWords(coded('SQLITE_CONSTRAINT'))).toBeNull()
  expect(failureWords('odd')).toBeNull()
})
