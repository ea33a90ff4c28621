import { expect, test } from 'vitest'
import { toolErrorIn } from '#engine/store/calls/toolError'

const failed = (text: string) => JSON.stringify({ content: [{ type: 'text', text }], isError: true })

test.each([
  ['a text', failed('No such file: "a\\b"\n  at line 3'), 'No such file: "a\\b"\n  at line 3'],
  ['the first of two texts', `{"content":[{"type":"text","text":"One"},{"type":"text","text":"Two"}]}`, 'One'],
  ['a text behind another content', `{"content":[{"type":"image","data":""},{"text":"Sorry"}]}`, 'Sorry'],
  ['an empty text', failed(' '), null],
  ['no text', '{"content":[],"isError":true}', null],
  // One record that cannot be read would otherwise fail the whole list.
  ['an escape that lost a part to redaction', '{"text":"a \\u00••• b"}', null],
  ['a line break that is not escaped', '{"text":"a\nb"}', null],
  ['text that only quotes JSON', failed('{"text":"inner"}'), '{"text":"inner"}'],
])('%s', (_what, json, text) => {
  expect(toolErrorIn(json)).toBe(text)
})

// A result is cut at a number of characters, wherever that is: in a word, an escape or a key.
test('the beginning of a result gives the beginning of its text, wherever it is cut', () => {
  const json = failed('Café ✓ \u0007 \ud83d\ude00 "quoted" \\ end').replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const whole = toolErrorIn(json) ?? ''
  for (let length = 0; length <= json.length; length += 1)
    expect(whole.startsWith(toolErrorIn(json.slice(0, length)) ?? '')).toBe(true)
})
