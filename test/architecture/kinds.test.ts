/**
 * Kinds that have facts: a place that compares their names says nothing when a new kind comes, and treats it as one of the old
 * ones. Such places ask for the fact (`hasAddress`, `needsToken`), or hold a table or switch that the compiler finds incomplete.
 */
import { expect, test } from 'vitest'
import { modelSourceKind } from '#contract/chat/model'
import { clientDoor } from '#contract/clients/clientDoor'
import { transports } from '#contract/servers/transports'
import { listFiles, readText } from '#test/architecture/repository'

const names = new Set([...Object.keys(transports), ...clientDoor.options, ...modelSourceKind.options])

/** Files in which such a word is something else. */
const otherMeanings: Readonly<Record<string, string>> = {
  'src/contract/places/addressReadings.ts': 'the scheme of an address',
  'src/main/engine/clients/ownEntry.ts': 'a word of a command line',
}

function comparisonsIn(text: string): string[] {
  return [...text.matchAll(/[!=]==\s*'([^']+)'|'([^']+)'\s*[!=]==/g)].map(([, right, left]) => right ?? left ?? '')
}

test('no place compares the name of a transport, a door or a model source', () => {
  const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const comparing = sources.filter((file) => comparisonsIn(readText(file)).some((word) => names.has(word)))
  expect(comparing.toSorted()).toEqual(Object.keys(otherMeanings).toSorted())
})
