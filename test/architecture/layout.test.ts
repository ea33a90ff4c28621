/** Rules of this repository that the linter cannot express. */
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles, readText, repository } from '#test/architecture/repository'

const files = listFiles()
const sources = files.filter((file) => /^(src|test|bench|scripts)\/.*\.(ts|tsx|mjs)$/.test(file))
const binary = /\.(png|ico|icns|woff2?|node|db)$/
const texts = files.filter((file) => !binary.test(file))

describe('names are specific', () => {
  test('no folder is a catch-all', () => {
    const heaps = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'shared', 'lib', 'types'])
    expect(
      sources.filter((file) =>
        file
          .split('/')
          .slice(0, -1)
          .some((folder) => heaps.has(folder)),
      ),
    ).toEqual([])
  })

  test('no file is a catch-all or has a name that fits everything', () => {
    const vague =
      /^(utils?|helpers?|common|misc|types|constants)\.|(Manager|Service|Helper|Helpers|Util|Utils|Base|Impl)\.tsx?$/
    expect(sources.filter((file) => vague.test(basename(file)))).toEqual([])
  })

  test('no file only re-exports', () => {
    const barrels = sources.filter((file) => {
      const code = readText(file)
        .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
        .trim()
      return code !== '' && code.split('\n').every((line) => /^export (type )?(\*|\{[^}]*\}) from /.test(line))
    })
    expect(barrels).toEqual([])
  })

  test('folder and file names follow one style', () => {
    const style =
      /^(?:[a-z][a-zA-Z0-9]*\/)*(?:[a-zA-Z][a-zA-Z0-9]*|\d{4}-[a-zA-Z0-9-]+)(?:\.test|\.config|\.d)?\.(?:tsx?|mjs|sql)$/
    expect(sources.filter((file) => !style.test(file))).toEqual([])
  })
})

describe('shared code exists once', () => {
  test('texts are shortened in one place, which never splits a character', () => {
    // The log shortens text itself, because it redacts the shortened texts with a margin.
    const owners = new Set(['src/contract/text/shortText.ts', 'src/main/engine/log.ts'])
    const cutters = sources.filter(
      (file) => file.startsWith('src/') && /\.slice\(0, [^)]*\)[^`\n]*\}…`/.test(readText(file)),
    )
    expect(cutters.filter((file) => !owners.has(file) && !/\.test\.tsx?$/.test(file))).toEqual([])
  })
})

describe('texts are about the project, not about one machine', () => {
  test('no file contains a path of the machine it was written on', () => {
    const places = [repository, homedir()].filter((place) => place.split('/').length > 2)
    const machines = [...places, '/work/main', '/work/shared']
    const own = 'test/architecture/layout.test.ts'
    expect(texts.filter((file) => file !== own && machines.some((place) => readText(file).includes(place)))).toEqual([])
  })

  test('the lock file names no registry, so that every installation uses its own', () => {
    expect(readText('package-lock.json')).not.toMatch(/"resolved": "https?:/)
  })
})

describe('tests always run', () => {
  const tests = sources.filter((file) => file.endsWith('.test.ts') || file.endsWith('.test.tsx'))

  test('no test is skipped, retried or run alone', () => {
    const partial = /\b(?:test|it|describe)(?:\.\w+)*\.(?:only|skip|todo|fails)\b|[{,]\s*retry:\s*[1-9]/
    const own = 'test/architecture/layout.test.ts'
    expect(tests.filter((file) => file !== own && partial.test(readText(file)))).toEqual([])
  })

  test('every test file is in a folder that a test run includes', () => {
    const found =
      /^(src\/|test\/(soak|support|integration|outside|architecture|e2e)\/|test\/requirements\.test\.ts$|bench\/)/
    expect(tests.filter((file) => !found.test(file))).toEqual([])
  })
})

test('no TODO is left', () => {
  const later = /\b(?:TODO|FIXME|XXX|HACK)\b/
  const own = 'test/architecture/layout.test.ts'
  expect(sources.filter((file) => file !== own && later.test(readText(file)))).toEqual([])
})
