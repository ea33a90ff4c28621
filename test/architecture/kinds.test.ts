/**
 * Code must not compare the names of these kinds: when a new kind is added, such code still compiles, and treats the
 * new kind as an old one. Instead, code asks for a fact (`hasAddress`, `needsToken`), or has a table or switch that the
 * compiler finds incomplete.
 */
import { expect, test } from 'vitest'
import { modelSourceKind } from '#contract/chat/model'
import { startMode } from '#contract/project'
import { clientDoor } from '#contract/clients/clientDoor'
import { clientNames } from '#contract/clients/clientNames'
import { providerName } from '#contract/hosting/container'
import { restartPolicy, retryRule, sessionsMode } from '#contract/servers/server'
import { transports } from '#contract/servers/transports'
import { listFiles, readText } from '#test/architecture/repository'

const names = new Set([
  ...Object.keys(transports),
  ...clientDoor.options,
  ...clientNames,
  ...modelSourceKind.options,
  ...startMode.options,
  ...retryRule.options.filter((rule) => rule !== 'never'),
])

/** Files in which such a word has another meaning. */
const otherMeanings: Readonly<Record<string, string>> = {
  'src/contract/places/addressReadings.ts': 'the scheme of an address',
  'src/main/engine/clients/ownEntry.ts': 'a word of a command line',
}

/** Some names also have other meanings, so the compared field decides. */
const byField = new RegExp(
  `\\b(?:sessions|restart)\\s*[!=]==\\s*'(?:${[...sessionsMode.options, ...restartPolicy.options].join('|')})'`,
)

function comparisonsIn(text: string): string[] {
  return [...text.matchAll(/[!=]==\s*'([^']+)'|'([^']+)'\s*[!=]==/g)].map(([, right, left]) => right ?? left ?? '')
}

test('no code compares the name of a transport, a door, a client, a model source, a start mode or a retry rule', () => {
  const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const comparing = sources.filter((file) => comparisonsIn(readText(file)).some((word) => names.has(word)))
  expect(comparing.toSorted()).toEqual(Object.keys(otherMeanings).toSorted())
})

test('no code compares a sessions mode or a restart policy', () => {
  const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  expect(sources.filter((file) => byField.test(readText(file)))).toEqual([])
})

test('no code compares the name of a container runtime', () => {
  const byName = new RegExp(`\\b(?:provider|name)\\s*[!=]==\\s*'(?:${providerName.options.join('|')})'`)
  const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  expect(sources.filter((file) => byName.test(readText(file)))).toEqual([])
})

test('a choice on the page offers every kind, and its table of titles names the type that makes it complete', () => {
  const sources = listFiles('src/renderer').filter((file) => /\.tsx?$/.test(file))
  const unsaid = sources.flatMap((file) => {
    const text = readText(file)
    const offered = [...text.matchAll(/\btitledOptions\((\w+)\)/g)].map(([, table = '']) => table)
    return offered.filter((table) =>
      new RegExp(`const ${table} = \\{[^}]*\\}(?! as const satisfies Record<)`).test(text),
    )
  })
  expect(unsaid).toEqual([])
})
