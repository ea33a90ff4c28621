import { expect, test } from 'vitest'
import { oneLine, printable } from '#main/host/output/safeText'

const hostile = 'nice\u001B[2J\u009B31m tool\r\nrm -rf\u202E/\u0000\t.'

test('a server cannot clear the screen, overwrite a question or hide a line of a question', () => {
  expect(oneLine(hostile)).toBe('nice [2J 31m tool rm -rf / .')
  expect(printable(hostile)).toBe('nice\uFFFD[2J\uFFFD31m tool\nrm -rf\uFFFD/\uFFFD\t.')
})

test('ordinary text is printed unchanged', () => {
  const text = 'Grüße\n\t👩‍👩‍👧 日本 \u05d0'
  expect(printable(text)).toBe(text)
})
