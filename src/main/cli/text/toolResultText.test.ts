import { expect, test } from 'vitest'
import { toolResultText } from '#main/cli/text/toolResultText'

test.each([
  [
    'several texts, one after another',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b\n' },
      ],
    },
    'a\nb\n',
  ],
  [
    'an image as its type and size, not as a screen full of base64',
    { content: [{ type: 'image', mimeType: 'image/png', data: 'QUJD' }] },
    '[image image/png, 3 bytes]\n',
  ],
  ['a link', { content: [{ type: 'resource_link', uri: 'file:///a', name: 'a' }] }, '[resource a file:///a]\n'],
  ['an embedded text', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'inside' } }] }, 'inside\n'],
  [
    'an embedded file',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'QUJD' } }] },
    '[resource file:///a]\n',
  ],
  ['content of an unknown kind', { content: [{ type: 'hologram', depth: 3 }] }, '{"type":"hologram","depth":3}\n'],
  ['structured content when there is nothing else', { structuredContent: { a: 1 } }, '{\n  "a": 1\n}\n'],
  ['nothing', {}, ''],
  ['invalid content', { content: [null, 7] }, 'null\n7\n'],
])('%s', (_title, result, expected) => {
  expect(toolResultText(result)).toBe(expected)
})
