/**
 * Sends lines to `switchboard stdio` that no client should write. Each line is answered or refused with a reason, and
 * the bridge continues. The bridge exits when its client is gone. If the bridge is killed, the engine forgets it. `npm
 * run fuzz -- --door stdio` runs the test for longer.
 */
import { expect, it } from 'vitest'
import { type Door, type Exchange, fuzz, fuzzTimeout, type Heard } from '#test/integration/fuzz/fuzz'
import { type FuzzedHost, openFuzzedHost } from '#test/integration/fuzz/fuzzedHost'
import { FuzzedBridge } from '#test/integration/fuzz/fuzzedBridge'
import { fuzzedLines } from '#test/integration/fuzz/mcpLines'
import type { SeededRandom } from '#test/soak/seededRandom'

const bridgesAtOnce = 4

it(
  '`stdio` answers every line, continues after each, and exits when its client is gone',
  { timeout: fuzzTimeout },
  async () => {
    const host = await openFuzzedHost()
    expect(await fuzz(host, stdioDoor(host))).toEqual([])
  },
)

/** Plays one exchange after the other on a bridge, and replaces the bridge after its last exchange. */
class Line {
  #bridge: FuzzedBridge | null = null
  #last: Promise<unknown> = Promise.resolve()
  readonly #open: () => FuzzedBridge

  constructor(open: () => FuzzedBridge) {
    this.#open = open
  }

  run(use: (bridge: FuzzedBridge) => Promise<Heard>, isItsLast: boolean): Promise<Heard> {
    const turn = this.#last.then(() => {
      const bridge = (this.#bridge ??= this.#open())
      if (isItsLast) this.#bridge = null
      return use(bridge)
    })
    this.#last = turn
    return turn
  }
}

function stdioDoor({ dataFolder, client }: FuzzedHost): Door {
  const options = [[], ['--project', 'default'], ['--client', client], ['--project', 'work']]
  const lines = Array.from(
    { length: bridgesAtOnce },
    (_, place) => new Line(() => new FuzzedBridge(dataFolder, options[place % options.length] ?? [])),
  )
  return {
    name: '`switchboard stdio`',
    exchange: (random, number) => exchangeOf(random, number, lines[number % bridgesAtOnce] ?? random.pick(lines)),
    close: async () => {
      const ended = await Promise.all(lines.map((line) => line.run((bridge) => bridge.end([]), true)))
      return ended.flatMap(({ wrong }) => wrong)
    },
  }
}

function exchangeOf(random: SeededRandom, number: number, line: Line): Exchange {
  const { pieces, count: requests } = fuzzedLines(random, `exchange-${number}`)
  const kind = random.next()
  if (kind < 0.93) return { title: 'lines', requests, play: () => line.run((bridge) => bridge.talk(pieces), false) }
  if (kind < 0.97) return { title: 'the end', requests, play: () => line.run((bridge) => bridge.end(pieces), true) }
  const play = () =>
    line.run(async (bridge) => {
      const said = bridge.talk(pieces.slice(0, 1))
      await bridge.kill()
      const { text } = await said
      return { text, wrong: [] }
    }, true)
  return { title: 'killed', requests, play }
}
