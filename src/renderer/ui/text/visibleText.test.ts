import { expect, test } from 'vitest'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

test.each([
  ['plain text\twith a tab\nand a line', 'plain text\twith a tab\nand a line'],
  ['rm \u202Etxt.exe', 'rm ⟨202E⟩txt.exe'],
  ['a\u200Bb', 'a⟨200B⟩b'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]8;;http://x\u0007link\u001b]8;;\u0007', 'link'],
  ['a\0b\r\nc', 'a⟨0000⟩b\nc'],
  ['日本語 ünï 👍', '日本語 ünï 👍'],
])('%j reads %j, so that a command line that needs consent is shown in full', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})
