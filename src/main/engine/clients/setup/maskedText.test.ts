import { expect, test } from 'vitest'
import { maskedText } from '#engine/clients/setup/maskedText'

test('values that may be secrets are masked, wherever they are; the rest stays as written', () => {
  const text = `{
  // "old": { "env": { "TOKEN": "s3cret-1" } }
  "apiKey": "s3cret-2",
  "mcpServers": {
    "a": {
      "command": "npx", "args": ["-y", "pack", "--api-key=s3cret-3", "--token", "s3cret-4", "https://me:s3cret-5@host/?key=s3cret-6"],
      "env": { "MY_TOKEN": "s3cret-7", "PLAIN": "shown" },
      "headers": { "Authorization": "Bearer s3cret-9" }
    }
  }
}`
  const shown = maskedText(text)
  expect(shown).not.toContain('s3cret')
  for (const kept of [
    '"npx"',
    '"pack"',
    '--api-key=',
    'https://me:',
    '@host/?key=',
    '"PLAIN": "shown"',
    '"Authorization"',
  ])
    expect(shown).toContain(kept)
  expect(shown.split('\n')).toHaveLength(text.split('\n').length)
})

test('text that cannot be parsed is hidden completely', () => {
  expect(maskedText('{ "token": "s3cret')).toBe('')
  expect(maskedText('')).toBe('')
})
