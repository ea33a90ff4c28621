import { expect, test } from 'vitest'
import { codeParts, colouredCode, inPieces } from '#renderer/features/chat/markdown/colouredCode.ts'
import { formulaOf } from '#renderer/features/chat/markdown/formula.ts'

test('[R32] a formula becomes MathML', () => {
  const formula = formulaOf('\\frac{a^2}{\\sqrt{b}}', true)
  expect(formula).toMatchObject({ tag: 'math', attributes: { display: 'block' } })
  expect(JSON.stringify(formula)).toContain('"mfrac"')
})

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\url{https://example.invalid}',
  '\\includegraphics{https://example.invalid/x.png}',
  '\\class{hidden}{x}',
  '\\id{root}{x}',
  '\\style{position:fixed;inset:0;background:url(https://example.invalid)}{x}',
  '\\data{a=b}{x}',
  '\\color{red;background:url(//example.invalid)}x',
  '\\def\\a{\\a\\a}\\a',
  `${'{'.repeat(500)}x${'}'.repeat(500)}`,
  '\\rule{1000000em}{1000000em}',
  '\\frac{',
])('[R32] %s contains no link, covers nothing and does not hang', (text) => {
  const shown = JSON.stringify(formulaOf(text, false))
  expect(shown).not.toMatch(/href|src|url\(|"class|position|"id"|000000/)
})

test('[R32] code gets its colours without losing a character, and code of an unknown language stays plain', () => {
  const code = 'const a = `x` // <script>\n'
  const tokens = colouredCode(code, 'ts')
  expect(tokens?.map((token) => token.text).join('')).toBe(code)
  expect(tokens?.find((token) => token.text === 'const')?.look).toBe('text-accent')
  expect(colouredCode(code, 'no-such-language')).toBeNull()
})

// Catches code that blocks the page while it is coloured: 30 KB of words in C took seconds.
test.each([
  ['lines', 'let a\n'.repeat(1_000)],
  ['paragraphs', `${'let a\n'.repeat(20)}\n`.repeat(100)],
  ['one line', 'a '.repeat(5_000)],
  ['little', 'a'],
  ['nothing', ''],
])('[R32] code of %s is coloured in parts that lose nothing of it', (_title, code) => {
  const parts = codeParts(code, 1_000)
  expect(parts.join('')).toBe(code)
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1_000)
  if (code.includes('\n')) expect(parts.slice(0, -1).every((part) => part.endsWith('\n'))).toBe(true)
})

test('[R32] code in pieces keeps its text and colours, and is cut only after lines, even inside a comment of several lines', () => {
  const code = 'const a = 1\n\n/* one\ntwo\nthree */\nlet b\n'
  const tokens = colouredCode(code, 'ts') ?? []
  const pieces = inPieces(tokens, 2)
  const textOf = (piece: typeof tokens) => piece.map((token) => token.text).join('')
  expect(pieces.map(textOf)).toEqual(['const a = 1\n\n', '/* one\ntwo\n', 'three */\nlet b\n'])
  expect(pieces[2]?.[0]).toEqual({ text: 'three */', look: 'text-muted italic' })
  expect(inPieces([], 2)).toEqual([])
})
