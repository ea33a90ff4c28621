import { expect, test } from 'vitest'
import type { ClientKind } from '#contract/clients/access'
import { clientNamed } from '#engine/access/clientNamed'

const client = (name: string, kind: ClientKind = 'other') => ({ row: { name, kind } })
const desktop = client('Claude Desktop', 'claude-desktop')
const cursor = client('Cursor', 'cursor')
const atWork = client('Cursor at work', 'cursor')
const zed = client('My editor', 'zed')
const all = [desktop, cursor, atWork, zed, client('cursor-')]

test.each([
  ['Cursor', cursor],
  ['claude-desktop', desktop],
  ['CLAUDE desktop', desktop],
  ['cursor at work', atWork],
  ['zed', zed],
])('%s matches one client, whatever other clients there are', (name, meant) => {
  expect(clientNamed(name, all)).toBe(meant)
})

// Catches a name that gives the owner's rights, or those of whichever client comes first.
test.each([
  ['vscode', 'Client vscode does not exist in Switchboard. To add it, run: switchboard connect vscode'],
  ['my script', 'switchboard token create --client "my script"'],
  ['cursor', 'Several clients match cursor: Cursor, cursor-. Choose one with --client.'],
  ['', 'does not exist in Switchboard'],
])('"%s" is refused, and the message says what to do', (name, message) => {
  expect(() => clientNamed(name, all)).toThrow(message)
})

test('two clients of one kind are distinguished by their names', () => {
  expect(() => clientNamed('cursor', [client('One', 'cursor'), client('Two', 'cursor')])).toThrow('One, Two')
})
