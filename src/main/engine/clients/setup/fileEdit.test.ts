import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editServers, entriesIn, holdsNothing } from '#engine/clients/setup/fileEdit'

const ours = { value: { command: 'node', args: ['cli.js', 'stdio'] } }
const add = (text: string, key = 'mcpServers') => editServers(text, key, { switchboard: ours })

const written = `{
  // what I use
  "theme": "dark", /* never light */
  "mcpServers": {
    "git": { "command": "git-mcp" }, // the old one
    "weird \\"name\\"": { "command": "w", "env": {} }
  },
  "after": [1, 2.50, 1e3]
}
`

test('an entry is added; comments, order and numbers stay as written', () => {
  const text = add(written)
  expect(text).toContain('// what I use')
  expect(text).toContain('/* never light */')
  expect(text).toContain('// the old one')
  expect(text).toContain('[1, 2.50, 1e3]')
  expect([...entriesIn(text, 'mcpServers').keys()]).toEqual(['git', 'weird "name"', 'switchboard'])
})

test.each([
  ['nothing', ''],
  ['only spaces', ' \n'],
  ['an empty object', '{}'],
  ['an empty map', '{ "mcpServers": {} }'],
  ['other things', '{ "a": 1 }'],
  ['a trailing comma', '{ "a": 1, }'],
])('a file with %s gets the entry', (_what, text) => {
  expect(entriesIn(add(text), 'mcpServers').get('switchboard')?.value).toEqual(ours.value)
})

test('line endings, tabs, indentation and a byte order mark stay unchanged', () => {
  const windows = add('\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "a" }\r\n\t}\r\n}\r\n')
  expect(windows.startsWith('\uFEFF{\r\n\t"mcpServers"')).toBe(true)
  expect(windows.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(windows).toContain('\r\n\t\t"switchboard": {\r\n\t\t\t"command": "node"')
  expect(add('{\n    "mcpServers": {}\n}')).toContain('\n        "switchboard"')
})

test('removing an entry leaves the others unchanged', () => {
  for (const name of ['git', 'weird "name"']) {
    const text = editServers(written, 'mcpServers', { [name]: null })
    expect(entriesIn(text, 'mcpServers').size).toBe(1)
    expect(text).toContain('// what I use')
  }
})

test('a restored entry returns as it was written, to its old place', () => {
  const raw = '{\n      // mine\n      "command": "git-mcp", "args": [ ]\n    }'
  const text = `{\n  "mcpServers": {\n    "a": {},\n    "git": ${raw},\n    "z": {}\n  }\n}\n`
  const without = editServers(text, 'mcpServers', { git: null, switchboard: ours })
  const back = editServers(without, 'mcpServers', { switchboard: null, git: { raw, before: ['a'] } })
  expect(back).toContain(`"git": ${raw}`)
  expect([...entriesIn(back, 'mcpServers').keys()]).toEqual(['a', 'git', 'z'])
  const cost = '{ "price": "$& $1 $$" }'
  expect(editServers('{}', 'mcpServers', { cost: { raw: cost, before: [] } })).toContain(cost)
})

describe("other people's text stays the same, character by character", () => {
  const lines = (text: string) => text.split('\n')

  test('a new entry comes after the last one and its comment', () => {
    const text = '{\n  "mcpServers": {\n    "a": { "x": 1 }, // first\n    "b": {"y":2} // second\n  }\n}\n'
    const after = lines(add(text))
    expect(after.slice(0, 4)).toEqual([
      '{',
      '  "mcpServers": {',
      '    "a": { "x": 1 }, // first',
      '    "b": {"y":2}, // second',
    ])
    expect(after.slice(4, 6)).toEqual(['    "switchboard": {', '      "command": "node",'])
    expect(editServers(add(text), 'mcpServers', { switchboard: null })).toBe(text)
  })

  test('a trailing comma stays', () => {
    const text = '{\n  "mcpServers": {\n    "a": {},\n  },\n}\n'
    expect(add(text)).toContain('"a": {},\n    "switchboard": {')
    expect(editServers(add(text), 'mcpServers', { switchboard: null })).toBe(text)
  })

  test('a single-line file stays on one line', () => {
    const text = '{"mcpServers":{"a":{}},"z":1}'
    expect(add(text)).toBe('{"mcpServers":{"a":{},"switchboard":{"command":"node","args":["cli.js","stdio"]}},"z":1}')
    expect(editServers(add(text), 'mcpServers', { switchboard: null })).toBe(text)
  })

  test('comments in an otherwise empty map stay', () => {
    expect(add('{\n  "mcpServers": {\n    // none yet\n  }\n}')).toContain('{\n    // none yet\n    "switchboard": {')
  })

  test('a changed entry stays in its place', () => {
    const text = '{ "mcpServers": { "switchboard": { "old": true }, /* mine */ "a": {} } }'
    expect(add(text)).toMatch(/\{ "mcpServers": \{ "switchboard": \{.*\}, \/\* mine \*\/ "a": \{\} \} \}/s)
  })

  test('in any file, adding and then removing an entry restores the text; the other entries never change', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const gap = fc.constantFrom('', ' ', '\n  ', '\n    // note\n    ', ' /* note */ ')
    const map = fc.tuple(
      fc.uniqueArray(name, { maxLength: 3 }),
      fc.array(gap, { minLength: 12, maxLength: 12 }),
      fc.boolean(),
    )
    fc.assert(
      fc.property(map, ([names, gaps, hasComma]) => {
        const members = names.map(
          (each, place) => `${gaps[place]}"${each}":${gaps[place + 3]}{ "k": [1,2] }${gaps[place + 6]}`,
        )
        const trailing = hasComma && names.length > 0 ? ',' : ''
        const text = `{ "before": 1,${gaps[9]}"mcpServers": {${members.join(',')}${trailing}${gaps[10]}} }`
        const added = add(text)
        expect([...entriesIn(added, 'mcpServers').keys()]).toEqual([...names, 'switchboard'])
        for (const [each, { raw }] of entriesIn(text, 'mcpServers'))
          expect(entriesIn(added, 'mcpServers').get(each)?.raw).toBe(raw)
        const removed = editServers(added, 'mcpServers', { switchboard: null })
        expect(removed.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
    )
  })
})

describe('is refused, and the file stays unchanged', () => {
  test.each([
    ['a file that cannot be read', '{\n  "mcpServers": {\n    oops\n  }\n}', 'line 3, column 5'],
    ['a file without an object', '[]', 'should contain an object'],
    ['a map that is not an object', '{ "mcpServers": [] }', 'mcpServers should be an object'],
    ['a name that comes twice', '{ "mcpServers": { "a": {} }, "mcpServers": { "b": {} } }', 'cannot be changed safely'],
  ])('%s', (_what, text, reason) => {
    expect(() => add(text)).toThrow(reason)
  })
})

test('a file that was created only for Switchboard is recognised as otherwise empty', () => {
  expect(holdsNothing('{ "mcpServers": {} }', 'mcpServers')).toBe(true)
  expect(holdsNothing('{}', 'mcpServers')).toBe(true)
  expect(holdsNothing('{ "mcpServers": { "a": {} } }', 'mcpServers')).toBe(false)
  expect(holdsNothing('{ "other": {} }', 'mcpServers')).toBe(false)
})
