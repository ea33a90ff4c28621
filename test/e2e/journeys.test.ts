/**
 * Every journey by mouse and by keys alone, in a browser and in the packaged app. Each combination starts the app once,
 * for all of its journeys.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeys } from '#test/e2e/journeys/journeys'
import { lookAtEveryView } from '#test/e2e/journeys/everyView'
import { openWorld, type World } from '#test/e2e/journeys/world'
import { openHosts } from '#test/e2e/openApp'
import type { Means } from '#test/e2e/walkPage'

const hosts = await openHosts()
const means = ['mouse', 'keys'] as const satisfies readonly Means[]
const pairs = hosts.flatMap(([name, opener]) => means.map((one) => [one, name, opener] as const))

describe.each(pairs)('by %s in %s', (by, name, opener) => {
  let world: World

  beforeAll(async () => {
    world = await openWorld(opener, by)
  })
  // Fails if the focus was ever lost.
  afterAll(() => world?.close())

  test.each(journeys)('$title', async ({ take }) => {
    await take(world)
    // A browser reports each failed attempt to reach a lost engine.
    expect(world.app.complaints.filter((complaint) => !complaint.includes('net::ERR_'))).toEqual([])
  })

  // The looks are the same by mouse and by keys, and in both hosts, so one combination is enough.
  const looksHere = name === 'a browser' && by === 'mouse'
  if (!looksHere) return
  test(
    'axe finds nothing serious on any page and in any dialog, wide, narrow and enlarged, each in both themes',
    { timeout: 300_000 },
    async () => {
      const { findings, looks } = await lookAtEveryView(world.app.page)
      expect(findings).toEqual([])
      // Fewer looks mean that pages were not found.
      expect(looks).toBeGreaterThan(180)
    },
  )
})
