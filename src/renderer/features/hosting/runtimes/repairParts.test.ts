import { expect, test } from 'vitest'
import { repairParts } from '#renderer/features/hosting/runtimes/repairParts.ts'

const told = (text: string) => repairParts(text).map((part) => `${part.kind}: ${part.text}`)

test('commands in advice can be copied, and its addresses opened', () => {
  const text =
    'Install it (https://example.com/install/; on Debian: apt-get install runsc), run `runsc install` and wait.'
  expect(told(text)).toEqual(
    'words: Install it (|address: https://example.com/install/|words: ; on Debian: |command: apt-get install runsc|words: ), run |command: runsc install|words:  and wait.'.split(
      '|',
    ),
  )
  expect(told('Docker Desktop.')).toEqual(['words: Docker Desktop.'])
})
