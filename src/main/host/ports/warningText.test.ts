import { expect, test } from 'vitest'
import { createLog } from '#engine/log'
import { warningText } from '#main/host/ports/warningText'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  write(createLog({ level: 'debug', destination, redactor: { redact: (text) => text } }))
  return lines.join('')
}

test("a warning in the log's format is recognised, so that a person at the terminal sees it", () => {
  const line = written((log) => log.warn({ slug: 'git', attempt: 2 }, 'the server died'))
  expect(warningText(line)).toBe('warn: the server died slug=git attempt=2\n')
})

test('an error shows its message, not its stack', () => {
  const line = written((log) => log.error({ cause: new Error('no such file') }, 'it failed'))
  expect(warningText(line)).toBe('error: it failed cause="no such file"\n')
})

test('other lines stay in the file, even if a field looks like a level', () => {
  expect(warningText(written((log) => log.info({ level: 'error' }, 'all is well')))).toBeNull()
})

test('a warning is one line, whatever server text it contains', () => {
  expect(warningText(written((log) => log.warn({ text: 'a\nb' }, 'odd')))).toBe('warn: odd text="a\\nb"\n')
})
