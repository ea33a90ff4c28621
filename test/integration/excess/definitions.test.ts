import { describe, expect, it } from 'vitest'
import { restingState } from '#test/integration/badInput/besideEcho'
import { besideExcess, wires } from '#test/integration/excess/besideExcess'

const containing = (text: string) => expect.stringContaining(text) as string
const large = 'the definition is larger than 1 MB'
const deep = 'the definition is nested more than 256 levels deep'

/** The parts of a definition that can be too large, with a size and the reported reason. */
const places = [
  ['name', 2, large],
  ['title', 2, large],
  ['description', 20, large],
  ['icons', 2, large],
  ['annotations', 2, large],
  ['meta', 2, large],
  ['schema', 2, large],
  ['key', 2, large],
  ['numbers', 2, large],
  ['depth', 1, deep],
  ['depth', 50, deep],
] as const

describe.each(wires)(
  'over %s, a definition that is too large or too deep is quarantined, and the rest is used',
  (wire) => {
    it.each(places)('[R16] too much in its %s (%i)', async (of, size, reason) => {
      const besides = await besideExcess(wire, { name: 'definition', size, of })
      expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
      const { registry } = besides.engine
      const tools = registry.tools('bad')
      expect(tools.filter(({ quarantine }) => quarantine === null).map(({ name }) => name)).toEqual([
        'fine',
        'bad',
        'lists',
        'one',
        'two',
      ])
      expect(tools.flatMap(({ quarantine }) => quarantine ?? [])).toEqual([reason])
      // Only the fact that the definition existed is kept.
      expect(JSON.stringify(tools).length).toBeLessThan(10_000)
      const view = registry.view({ kind: 'server', slug: 'bad' })
      const named = (list: { entries: readonly Record<string, unknown>[] } | undefined) =>
        (list?.entries ?? []).map(({ name }) => name)
      for (const list of [view?.prompts.list, view?.resources.list, view?.resources.templates])
        await expect.poll(() => named(list)).toEqual(['one', 'two'])
      for (const kind of ['prompts', 'resources', 'templates'])
        expect(besides.logged()).toContainEqual(containing(`left out of the server's ${kind}`))
      expect(await besides.outcome('fine')).toMatchObject({ result: { content: [{ text: 'fine answers' }] } })
      await besides.neighbourAnswers()
    })
  },
)
