import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser, type SseEvent } from '#engine/net/sseParser'

function parse(chunks: readonly (string | Buffer)[], maxBytes = 1_000_000) {
  const events: SseEvent[] = []
  const retries: number[] = []
  let tooLong = 0
  const parser = createSseParser({
    maxBytes,
    onEvent: (event) => events.push(event),
    onRetry: (delayMs) => retries.push(delayMs),
    onTooLong: () => tooLong++,
  })
  for (const chunk of chunks) parser.push(Buffer.from(chunk as string))
  return { events, retries, tooLong, lastEventId: parser.lastEventId }
}

const message = (data: string): SseEvent => ({ type: 'message', data })

describe('an event stream', () => {
  it('takes the whole chunk, however many events it has, unless a turn limits it', () => {
    expect(parse(['data: a\n\n'.repeat(30_000)]).events).toHaveLength(30_000)
  })

  it.each<[string, string, SseEvent[]]>([
    ['one event', 'data: a\n\n', [message('a')]],
    ['without the space', 'data:a\n\n', [message('a')]],
    ['only one space is removed', 'data:  a\n\n', [message(' a')]],
    ['several lines of data', 'data: a\ndata\ndata: b\n\n', [message('a\n\nb')]],
    ['a type', 'event: endpoint\ndata: /x\n\ndata: y\n\n', [{ type: 'endpoint', data: '/x' }, message('y')]],
    ['comments are ignored', ': ping\n\n: ping\n\ndata: a\n\n', [message('a')]],
    ['an event without data is not an event', 'event: x\n\nid: 1\ndata:\n\ndata: a\n\n', [message('a')]],
    ['line ends of all kinds', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', [message('a'), message('b'), message('c')]],
    ['a byte order mark', '\ufeffdata: a\n\n', [message('a')]],
    ['an unfinished event is not an event', 'data: a\n\ndata: b\n', [message('a')]],
    ['unknown fields are skipped', 'foo: 1\ndata: a\n\n', [message('a')]],
  ])('%s', (_title, text, events) => {
    expect(parse([text]).events).toEqual(events)
  })

  it('keeps the newest event id, even of an event without data, and the retry time', () => {
    expect(parse(['id: 1\ndata: a\n\nid: 2\nretry: 50\ndata:\n\nretry: soon\n\n'])).toMatchObject({
      lastEventId: '2',
      retries: [50],
    })
    expect(parse(['data: a\n\n']).lastEventId).toBeNull()
  })

  it('gives the same events wherever the chunks are cut, even inside a character or a line end', () => {
    const text = 'id: 1\r\nevent: x\r\ndata: grün\r\ndata: 🙂\r\n\r\n: c\n\ndata: b\r\rdata: c\n\n'
    const whole = parse([text])
    const bytes = Buffer.from(text)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
        const places = [0, ...[...cuts].sort((one, other) => one - other), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        expect(parse(chunks)).toEqual(whole)
      }),
    )
  })

  it('reports an event over the limit once, and stops reading', () => {
    const { events, tooLong } = parse(['data: a\n\n', `data: ${'x'.repeat(100)}`, 'x\n\ndata: b\n\n'], 50)
    expect(events).toEqual([message('a')])
    expect(tooLong).toBe(1)
  })
})
