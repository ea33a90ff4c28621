import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporaryFolder'

const root = join(import.meta.dirname, '..', '..', '..')

/** Runs each load in a process of its own, because V8 remembers what it has compiled in a process. */
const program = `
  const [file, codeFolder, keptFolder, forged] = process.argv.slice(1)
  const { loadAsKept } = await import('#main/cli/keptCode')
  const { createRequire } = await import('node:module')
  const keep = loadAsKept({ codeFolder, keptFolder })
  const { answer, where } = createRequire(file)(file)
  console.log(JSON.stringify({ answer: answer(), where }))
  if (forged === undefined) keep()
  else {
    // V8's code for another text of the same length, with the checksums of the right one.
    const { readFileSync, writeFileSync } = await import('node:fs')
    const { keptText } = await import('#main/cli/keptCodeRules')
    const kept = readFileSync(forged).subarray(8)
    writeFileSync(forged, keptText(kept, Buffer.from(readFileSync(file, 'latin1').replace('wrong', 'right'))))
  }
`

const text = (answer: string): string =>
  `exports.answer = function answer() { return '${answer}' }; exports.where = [__filename, typeof require('node:fs').stat]\n`

async function makePlace(answer = 'right') {
  const folder = await temporaryFolder()
  const codeFolder = join(folder, 'chunks')
  const keptFolder = join(folder, '.compiled')
  mkdirSync(codeFolder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  const file = join(codeFolder, 'engine.js')
  writeFileSync(file, text(answer))
  return {
    file,
    keptFolder,
    /** Loads the file as a fresh process would, and stores its code if needed. */
    start(...forged: string[]): unknown {
      const words = ['--input-type=module', '-e', program, '--', file, codeFolder, keptFolder, ...forged]
      return JSON.parse(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }))
    },
    kept(): string {
      const [tagged = ''] = readdirSync(keptFolder)
      const [name = ''] = readdirSync(join(keptFolder, tagged))
      return join(keptFolder, tagged, name)
    },
  }
}

test('code that has run is cached, for this user only, and used at the next start', async () => {
  const place = await makePlace()
  const first = place.start()
  // The file's own path and its requires work as in any other file.
  expect(first).toEqual({ answer: 'right', where: [place.file, 'function'] })
  const { mode, mtimeMs, ino } = statSync(place.kept())
  expect(mode & 0o077).toBe(0)
  expect(place.start()).toEqual(first)
  // The cached file was not written again, so V8 accepted it.
  expect(statSync(place.kept())).toMatchObject({ mtimeMs, ino })
})

test('a cache file that others can write is not read, because it would run instead of the code', async () => {
  const place = await makePlace('wrong')
  place.start()
  place.start(place.kept())
  writeFileSync(place.file, text('right'))
  // While the cache file is trusted, the forged code runs. Without this check, the rest would prove nothing.
  expect(place.start()).toMatchObject({ answer: 'wrong' })
  chmodSync(place.kept(), 0o606)
  expect(place.start()).toMatchObject({ answer: 'right' })
  // The forged file was replaced.
  expect(statSync(place.kept()).mode & 0o077).toBe(0)
  expect(place.start()).toMatchObject({ answer: 'right' })
})

test('another build of the same length is compiled again', async () => {
  const place = await makePlace()
  place.start()
  writeFileSync(place.file, text('newer'))
  expect(place.start()).toMatchObject({ answer: 'newer' })
})

test('the file is loaded even if the cache cannot be written', async () => {
  const place = await makePlace()
  writeFileSync(place.keptFolder, 'a file in the place of the folder')
  expect(place.start()).toMatchObject({ answer: 'right' })
})
