import { expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { failureWords } from '#engine/chat/runs/asking/failureWords'

const coded = (code: string, cause?: unknown) => Object.assign(new Error('internal words', { cause }), { code })

it.each([
  ['a full disk under SQLite', coded('SQLITE_FULL'), /The disk is full/],
  ['a full disk under a file', coded('ENOSPC'), /The disk is full/],
  ['a full disk under Postgres', coded('53100'), /The disk is full/],
  ['a full disk behind another error', new Error('outer', { cause: coded('EDQUOT') }), /The disk is full/],
  ['a disk that cannot be written', coded('SQLITE_IOERR_WRITE'), /could not be stored/],
  [
    'a store that is unreadable because of a full disk',
    new AppError('STORE_UNREADABLE', 'x', { cause: coded('SQLITE_FULL') }),
    /The disk is full/,
  ],
  ['an error that has a message for people', new AppError('CONFLICT', 'in words'), /^in words$/],
])('%s gets a helpful message', (_what, thrown, words) => {
  expect(failureWords(thrown)).toMatch(words)
})

it("an internal error does not show a library's message", () => {
  expect(failureWords(coded('SQLITE_CONSTRAINT'))).toBeNull()
  expect(failureWords('odd')).toBeNull()
})
