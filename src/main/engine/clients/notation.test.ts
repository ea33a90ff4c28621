import { expect, test } from 'vitest'
import { secretNameOf, translate } from '#engine/clients/notation'

const surroundings = { home: '/home/me', folder: '/work/app', separator: '/' }

test.each([
  ['${input:github-token}', '${github-token}'],
  ['Bearer ${env:API_KEY}', 'Bearer ${API_KEY}'],
  ['${env:ProgramFiles(x86)}', '${ProgramFiles_x86_}'],
  ['${NAME}', '${NAME}'],
  ['${BASE:-https://example.com}/mcp', 'https://example.com/mcp'],
  ['${EMPTY:-}', ''],
  ['${userHome}${/}x', '/home/me/x'],
  ['${workspaceFolder}/server.js', '/work/app/server.js'],
  ['$${input:x}', '$${input:x}'],
  ['$HOME ${} ${ x }', '$HOME ${} ${ x }'],
])('%s becomes %s', (text, result) => {
  expect(translate({ a: [text] }, surroundings)).toMatchObject({ value: { a: [result] }, problems: [] })
})

test('each change is reported once', () => {
  const { notes } = translate(['${input:x}', '${input:x}', '${y:-1}'], surroundings)
  expect(notes).toEqual(['${input:x} became ${x}, a secret', '${y:-1} became "1", its default value'])
})

test.each(['${command:pickProcess}', '${config:a.b}', '${file:/run/key}', '${workspaceFolder}'])(
  'a placeholder that only its client can fill in is reported as a problem, and no server gets it: %s',
  (text) => {
    const { value, problems } = translate(text, { ...surroundings, folder: null })
    expect(value).toBe(text)
    expect(problems).toEqual([expect.stringContaining(text)])
  },
)

test('any id becomes a valid secret name', () => {
  expect(['a b', '.x', 'ü', '', 'x'.repeat(300)].map(secretNameOf)).toEqual([
    'a_b',
    'x',
    '_',
    'SECRET',
    'x'.repeat(200),
  ])
})
