import { expect, test } from 'vitest'
import { createLog } from '#engine/log'
import { warningText } from '#main/host/ports/warningText'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  write(createLog({ level: 'debug', destination, redactor: { redact: (text) => text } }))
  return lines.join('')
}

test('a warning as the log writes it is recognised: else a person at the terminal never sees one', () => {
  const line = written((log) => log.warn({ slug: 'git', attempt: 2 }, 'the server died'))
  expect(warningText(line)).toBe('warn: the server died slug=git attempt=2\n')
})

test('an error shows its message, not its stack', () => {
  const line = written((log) => log.error({ cause: new Error('no such file') }, 'it failed'))
  expect(warningText(line)).toBe('error: it failed cause="no such file"\n')
})

test('what is no trouble stays in the file, also when a field looks like a level', () => {
  expect(warningText(written((log) => log.info({ level: 'error' }, 'all is well')))).toBeNull()
})

test('one warning is one line, whatever a server put into it', () => {
  expect(warningText(written((log) => log.warn({ text: 'a\nb' }, 'odd')))).toBe('warn: odd text="a\\nb"\n')
})
