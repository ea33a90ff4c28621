/**
 * The external parts that tests need exist before the first test's clock starts. Otherwise the tests are skipped. No
 * test waits for an external part.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText, repository } from '#test/architecture/repository'
import { neededParts } from '#test/support/parts/neededParts'
import { partNames } from '#test/support/parts/parts'

const setUp = /^test\/support\/parts\//
const own = 'test/architecture/parts.test.ts'
const outside = listFiles().filter((file) => /^(test|src|bench)\/.*\.(ts|tsx|mjs|sh)$/.test(file) && !setUp.test(file))
const tests = outside.filter((file) => (file.startsWith('test/') || /\.test\.tsx?$/.test(file)) && file !== own)

test('tests install, fetch, build and package nothing', () => {
  const installers =
    /\b(?:apt|apt-get|dpkg|snap|brew)\b['"\s,[]+(?:-\S+\s+)*(?:update|install|-i)\b|\bnpm['"\s,[]+(?:install|ci|pack)\b|playwright['"\s,[]+install|electron-(?:builder|runtime|vite)/
  const starting = tests.filter((file) => readText(file).includes("'node:child_process'"))
  expect(starting.filter((file) => installers.test(readText(file)))).toEqual([])
})

test('no test imports the code that installs parts, which only the set-up uses', () => {
  const installing = /parts\/(?:installPackages|provideParts|desktopApp)'/
  expect(tests.filter((file) => installing.test(readText(file)))).toEqual([])
})

test('tests name a part where they use it, so that a run can find in the text which parts it needs', () => {
  const calls = tests.flatMap((file) => [...readText(file).matchAll(/\bhasPart\(([^)]*)\)/g)].map(([, name]) => name))
  expect(calls.filter((name) => !partNames.some((part) => name === `'${part}'`))).toEqual([])
  expect(partNames.filter((part) => !calls.includes(`'${part}'`))).toEqual([])
})

// Starting a container occasionally aborts the requests of pages that other test files have open.
test('a browser test that starts containers has the name by which it runs when no other page is open', () => {
  const browserTests = tests.filter((file) => /^test\/e2e\/.*\.test\.ts$/.test(file))
  const starting = browserTests.filter((file) => neededParts([join(repository, file)]).includes('docker'))
  expect(starting).toEqual(browserTests.filter((file) => file.endsWith('Docker.test.ts')))
  expect(starting).not.toEqual([])
})

test('tests start only commands that every machine has or that belong to a part', () => {
  const everywhere = new Set(['npm', 'npx', 'sh', 'sleep', 'true', 'node', 'mkfifo'])
  const started = tests.flatMap((file) =>
    [...readText(file).matchAll(/\b(?:spawn|spawnSync|execFile|execFileSync|fork)\(\s*'([^']+)'/g)].map(
      ([, command = '']) => `${file}: ${command}`,
    ),
  )
  expect(started.filter((line) => !everywhere.has(line.split(': ')[1] ?? ''))).toEqual([])
})
