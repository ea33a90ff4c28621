import { expect, test } from 'vitest'
import type { WireTool } from '#engine/chat/models/modelClient'
import { practiceAnswer } from '#engine/chat/practice/practiceAnswer'

const tool = (name: string, description: string, properties: object, required: string[] = []): WireTool => ({
  name,
  description,
  input_schema: { type: 'object', properties, required },
})
const string = { type: 'string' }
const number = { type: 'number' }
const tools = [
  tool('add', 'Adds two numbers.', { a: number, b: number }, ['a', 'b']),
  tool('echo', 'Answers with what it was given.', { text: string }, ['text']),
  tool('read_file', 'Reads a file of the project.', { path: string, lines: number }, ['path']),
  tool(
    'set_light',
    'Switches the light.',
    { state: { enum: ['on', 'off'] }, rooms: { type: 'array', items: string } },
    ['state'],
  ),
]
const asked = (text: string, all = tools) =>
  practiceAnswer({
    model: 'practice',
    maxTokens: 1,
    system: [],
    tools: all,
    messages: [{ role: 'user', content: [{ type: 'text', text }] }],
  })

test.each<[string, string, object]>([
  ['use echo to say hi', 'echo', { text: 'hi' }],
  ['Use echo to say "hi there"', 'echo', { text: 'hi there' }],
  ['add 2 and 3', 'add', { a: 2, b: 3 }],
  ['please add -1.5 and 40', 'add', { a: -1.5, b: 40 }],
  ['call read_file with path: /etc/hosts', 'read_file', { path: '/etc/hosts' }],
  ['read the file "notes.txt"', 'read_file', { path: 'notes.txt' }],
  ['switch the light off in "kitchen" and "hall"', 'set_light', { state: 'off', rooms: ['kitchen', 'hall'] }],
  ['use echo {"text": "exactly this"}', 'echo', { text: 'exactly this' }],
])('%s', (text, name, input) => expect(asked(text).uses).toEqual([{ name, input }]))

test('the practice model lists the tools, says what it is, and calls no tool unasked', () => {
  expect(asked('list the tools')).toMatchObject({ uses: [], text: expect.stringContaining('`read_file`') as string })
  expect(asked('good morning')).toMatchObject({ uses: [], text: expect.stringContaining('practice model') as string })
  expect(asked('what can you do?', []).text).toContain('no tools')
})
