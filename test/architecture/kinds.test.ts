/**
 * Kinds that have facts: a place that compares their names says nothing when a new kind comes, and treats it as one of the old
 * ones. Such places ask for the fact (`hasAddress`, `needsToken`), or hold a table or switch that the compiler finds incomplete.
 */
import { expect, test } from 'vitest'
import { modelSourceKind } from '#contract/chat/model'
import { startMode } from '#contract/project'
import { clientDoor } from '#contract/clients/clientDoor'
import { restartPolicy, retryRule, sessionsMode } from '#contract/servers/server'
import { transports } from '#contract/servers/transports'
import { listFiles, readText } from '#test/architecture/repository'

const names = new Set([
  ...Object.keys(transports),
  ...clientDoor.options,
  ...modelSourceKind.options,
  ...startMode.options,
  ...retryRule.options.filter((rule) => rule !== 'never'),
])

/** Files in which such a word is something else. */
const otherMeanings: Readonly<Record<string, string>> = {
  'src/contract/places/addressReadings.ts': 'the scheme of an address',
  'src/main/engine/clients/ownEntry.ts': 'a word of a command line',
}

/** Words of these are used for other things as well, so that they are told by the field that is compared. */
const byField = new RegExp(
  `\\b(?:sessions|restart)\\s*[!=]==\\s*'(?:${[...sessionsMode.options, ...restartPolicy.options].join('|')})'`,
)

function comparisonsIn(text: string): string[] {
  return [...text.matchAll(/[!=]==\s*'([^']+)'|'([^']+)'\s*[!=]==/g)].map(([, right, left]) => right ?? left ?? '')
}

test('no place compares the name of a transport, a door, a model source, a start mode or a retry rule', () => {
  const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const comparing = sources.filter((file) => comparisonsIn(readText(file)).some((word) => names.has(word)))
  expect(comparing.toSorted()).toEqual(Object.keys(otherMeanings).toSorted())
})

test('no place compares a mode of sessions or a restart policy', () => {
  const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  expect(sources.filter((file) => byField.test(readText(file)))).toEqual([])
})
