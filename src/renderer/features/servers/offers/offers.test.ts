import { describe, expect, test } from 'vitest'
import type { PromptSnapshot, ResourceSnapshot } from '#contract/tools/catalog'
import { filterOffers, lineOf, offersOf, titleOf } from '#renderer/features/servers/offers/offers.ts'
import { promptLines, readParts } from '#renderer/features/servers/offers/resourceParts.ts'

const resource = (change: Partial<ResourceSnapshot> = {}): ResourceSnapshot => ({
  uri: 'file:///a/notes.txt',
  server: 'files',
  name: 'notes',
  title: null,
  description: 'All of them',
  mediaType: 'text/plain',
  size: 3,
  notes: null,
  isTemplate: false,
  ...change,
})
const prompt: PromptSnapshot = {
  name: 'review',
  server: 'files',
  title: 'Review',
  description: null,
  arguments: [
    { name: 'path', description: null, required: true },
    { name: 'depth', description: null, required: false },
  ],
}

describe('what a server offers', () => {
  const offers = offersOf(
    [resource(), resource(), resource({ uri: 'file:///{path}', name: '', isTemplate: true })],
    [prompt],
  )

  test('is one list without duplicates, in which each entry has a title and a line that distinguishes it', () => {
    expect(offers.map((offer) => [offer.kind, titleOf(offer), lineOf(offer)])).toEqual([
      ['resource', 'notes', 'file:///a/notes.txt · All of them'],
      ['template', 'file:///{path}', 'file:///{path} · All of them'],
      ['prompt', 'Review', '(path, depth?)'],
    ])
  })

  test('is filtered by kind, and by words wherever they are', () => {
    const found = (kind: string | undefined, ...words: string[]) =>
      filterOffers(offers, kind, words).map((one) => one.kind)
    expect(found(undefined, 'file:')).toEqual(['resource', 'template'])
    expect(found('prompt')).toEqual(['prompt'])
    expect(found(undefined, 'review', 'depth')).toEqual(['prompt'])
    expect(found('template', 'review')).toEqual([])
  })
})

describe('what was read', () => {
  test('is text, indented JSON, a picture of a known type, or a file with a harmless name', () => {
    const parts = readParts([
      { uri: 'x://a', text: '# Title <script>' },
      { uri: 'x://b', mimeType: 'application/vnd.x+json; charset=utf-8', text: '{"a":1}' },
      { uri: 'x://c', mimeType: 'image/png', blob: 'AAAA' },
      { uri: 'x://d/../.evil name.svg?x=/y', mimeType: 'image/svg+xml', blob: 'AAA=' },
      { mimeType: 7, blob: '' },
      'odd',
    ])
    expect(parts).toMatchObject([
      { uri: 'x://a', parts: [{ kind: 'text', text: '# Title <script>' }] },
      { parts: [{ kind: 'text', text: '{\n  "a": 1\n}' }] },
      { parts: [{ kind: 'image', mimeType: 'image/png' }] },
      { file: { name: 'evil_name.svg', mediaType: 'image/svg+xml', bytes: 2 } },
      { uri: null, file: { name: 'resource.bin', mediaType: 'application/octet-stream', bytes: 0 } },
      { parts: [{ kind: 'json' }] },
    ])
  })

  test('of a prompt names the role of each message, whatever the form of its content', () => {
    const lines = promptLines([
      { role: 'user', content: { type: 'text', text: 'Hi' } },
      { role: 'assistant', content: [{ type: 'resource', resource: { uri: 'x://a', text: 'There' } }] },
      null,
    ])
    expect(lines).toMatchObject([
      { role: 'user', parts: [{ parts: [{ kind: 'text', text: 'Hi' }] }] },
      { role: 'assistant', parts: [{ uri: 'x://a', parts: [{ text: 'There' }] }] },
      { role: 'unknown' },
    ])
  })
})
