import { expect, test } from 'vitest'
import { titleOf } from '#engine/chat/sentBlocks'

const said = (text: string) => titleOf([{ kind: 'text', text }])

test.each([
  ['Show me a recipe with display_recipe: {"title":"Pancakes"}', 'Show me a recipe with display_recipe'],
  ['Add these, [{"a":1}]', 'Add these'],
  ['{"only":"arguments"}', '{"only":"arguments"}'],
  ['What does {x} mean in [1, 2]?', 'What does {x} mean in [1, 2]?'],
  ['first line\nsecond line', 'first line'],
  ['x'.repeat(80), `${'x'.repeat(59)}…`],
])('[R32] a title is plain words, without the JSON that follows them: %s', (text, title) => {
  expect(said(text)).toBe(title)
})
