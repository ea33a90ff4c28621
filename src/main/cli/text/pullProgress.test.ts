import { expect, test, vi } from 'vitest'
import type { EngineEvent } from '#contract/events'
import type { Terminal } from '#main/cli/terminal'
import { withPull } from '#main/cli/text/pullProgress'
import type { ContractClient } from '#main/host/control/controlClient'

const pulling: EngineEvent = {
  type: 'hosting.pulling',
  slug: 'notes',
  image: 'notes:1',
  doneBytes: 30 * 2 ** 20,
  totalBytes: 120 * 2 ** 20,
}

function shown(showsProgress: boolean) {
  const lines: string[] = []
  let subscriptions = 0
  const terminal = { showsProgress, renote: (text: string) => void lines.push(text) } as unknown as Terminal
  const client = {
    events: {
      subscribe: async () => {
        subscriptions += 1
        return (async function* () {
          yield [pulling]
        })()
      },
    },
  } as unknown as ContractClient
  return { lines, terminal, client, subscriptions: () => subscriptions }
}

// Catches a command that seems to hang while a large image is pulled.
test('while an image is fetched, a person sees the progress; the line disappears at the end', async () => {
  const { lines, terminal, client } = shown(true)
  const registered = withPull(terminal, client, new AbortController().signal, 'Starting…', () =>
    vi.waitFor(() => expect(lines.join()).toContain('Fetching notes:1, 30 MB of 120 MB'), { timeout: 20_000 }),
  )
  await registered
  expect(lines.at(-1)).toBe('')
})

test('without a person at the terminal, no progress is followed', async () => {
  const { lines, terminal, client, subscriptions } = shown(false)
  expect(await withPull(terminal, client, new AbortController().signal, 'Starting…', async () => 7)).toBe(7)
  expect([lines, subscriptions()]).toEqual([[], 0])
})
