import { expect, test } from 'vitest'
import { parseMarkdown } from '#renderer/features/chat/markdown/parseMarkdown.ts'
import { tableName } from '#renderer/features/chat/markdown/tableName.ts'

function nameOf(markdown: string): string | null {
  const block = parseMarkdown(markdown).parts[0]?.block
  return block?.kind === 'table' ? tableName(block) : null
}

test.each([
  ['| Server | **Tools** in `use` | |\n|---|---|---|\n| a | b | c |', 'Table of Server, Tools in use'],
  ['| | |\n|---|---|\n| a | b |', 'Table'],
  [`| ${'long '.repeat(50)} |\n|---|\n| a |`, `Table of ${'long '.repeat(20).trimEnd()}…`],
  ['| a\u202eb |\n|---|\n| x |', 'Table of a⟨202E⟩b'],
])(
  '[R32] the table %j is called "%s": screen readers can tell several tables of a conversation apart',
  (markdown, name) => {
    expect(nameOf(markdown)).toBe(name)
  },
)
