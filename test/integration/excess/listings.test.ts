import { describe, expect, it } from 'vitest'
import { answered, restingState } from '#test/integration/badInput/besideEcho'
import { besideExcess, wires } from '#test/integration/excess/besideExcess'

const refused = (message: string) => ({
  kind: 'backingOff',
  error: {
    code: 'HANDSHAKE_FAILED',
    message: expect.stringContaining(message) as string,
    cause: { code: 'answer-too-large' },
  },
})

/**
 * What a server says about itself before it is ready: an excess, its size, and the reason why Switchboard stops
 * reading.
 */
const cases = [
  ['its pages are too long together, even the unused parts', { name: 'pages', size: 15, of: '40' }, 'than 64 MB'],
  ['the used part is too long', { name: 'pages', size: 40, of: '0.9' }, 'than 16 MB'],
  ['its introduction is too long', { name: 'handshake', size: 2 }, 'initialize with more than 1 MB'],
] as const

/** Lists that a server can do without, and a number of entries that is too large. */
const others = [
  ['prompts', 'prompts', 10_001],
  ['resources', 'resources', 50_001],
  ['resourceTemplates', 'templates', 10_001],
] as const

describe.each(wires)('over %s, everything a server says about itself is limited', (wire) => {
  it.each(cases)('[R16] %s', async (_title, excess, message) => {
    const besides = await besideExcess(wire, excess)
    expect(await restingState(besides)).toMatchObject(refused(message))
    await besides.neighbourAnswers()
  })

  it.each(others)('[R16] too many %s are left out as a whole, and the server is used', async (of, kind, size) => {
    const besides = await besideExcess(wire, { name: 'entries', size, of })
    expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
    await expect
      .poll(() => besides.logged(), { timeout: 10_000 })
      .toContainEqual(expect.stringContaining(`lists more than ${size - 1} ${kind}`))
    expect(await besides.outcome('fine')).toEqual(answered('fine answers'))
    await besides.neighbourAnswers()
  })
})
