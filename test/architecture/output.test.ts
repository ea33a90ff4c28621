/**
 * All terminal output goes through `host/output/outlet`, which removes control sequences and keeps working when the
 * terminal is gone.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const sources = listFiles('src/main').filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const outlet = 'src/main/host/output/outlet.ts'
/** Programs that run in containers, stored as text. */
const inContainers = [
  'src/main/engine/hosting/packages/installProgram.ts',
  'src/main/engine/hosting/docker/relay/relayPrograms.ts',
]
const terminal = 'src/main/cli/terminal.ts'

test('no other code writes to the process’s streams', () => {
  const writing =
    /\bconsole\.|\bprocess\.std(?:out|err)\b(?!\))|(?<!openOutlet\()\bprocess\.std(?:out|err)\)|(?<![.\w])std(?:out|err)\.write\(/
  const found = sources.filter(
    (file) => ![outlet, ...inContainers].includes(file) && writing.test(withoutOutlets(readText(file))),
  )
  expect(found).toEqual([])
})

test('only the command’s terminal takes the streams from `process` by name', () => {
  const taking = sources.filter((file) => /\{[^}]*\bstd(?:out|err)\b[^}]*\} = process\b/.test(readText(file)))
  expect(taking).toEqual([terminal])
})

/** Removes writes to outlets, which are allowed, whatever the outlet's name is. */
function withoutOutlets(text: string): string {
  const names = [...text.matchAll(/const (\w+) = (?:[^\n]*\? )?openOutlet\(/g)].map((found) => found[1] ?? '')
  return names.reduce((rest, name) => rest.replaceAll(new RegExp(`\\b${name}\\??\\.write\\(`, 'g'), ''), text)
}
