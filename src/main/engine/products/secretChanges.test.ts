/** The secrets in a product's preview. Catches a change that is not shown, and one that is shown but not made. */
import { expect, test } from 'vitest'
import type { Launch } from '#contract/servers/server'
import { secretChanges } from '#engine/products/secretChanges'

const local = (env: Record<string, string>, args: string[] = []): Launch => ({
  transport: 'stdio',
  command: 'server',
  args,
  env,
})
const words = (before: Launch | null, launch: Launch, newValues: readonly string[] = []) =>
  secretChanges(before, { launch, newValues: new Set(newValues) }).map(({ name, action }) => `${name} ${action}`)

test.each<[string, Launch | null, Launch, readonly string[], readonly string[]]>([
  ['the secrets of a new server are all new', null, local({ API_KEY: '${a}', MODE: 'x' }), [], ['API_KEY add']],
  [
    'the same reference to the same value',
    local({ API_KEY: '${a}' }),
    local({ API_KEY: '${a}' }),
    [],
    ['API_KEY keep'],
  ],
  [
    'the same reference to another value',
    local({ API_KEY: '${a}', TOKEN: '${b}' }),
    local({ API_KEY: '${a}', TOKEN: '${b}' }),
    ['env.TOKEN'],
    ['API_KEY keep', 'TOKEN update'],
  ],
  ['another reference', local({ API_KEY: '${a}' }), local({ API_KEY: '${env:A}' }), [], ['API_KEY update']],
  ['another plain value, without a vault', local({ API_KEY: 'a' }), local({ API_KEY: 'b' }), [], ['API_KEY update']],
  [
    'a variable replaced by another',
    local({ OLD_KEY: '${a}' }),
    local({ NEW_KEY: '${b}' }),
    [],
    ['NEW_KEY add', 'OLD_KEY remove'],
  ],
  [
    'an option that another argument shifted',
    local({}, ['--token', '${a}']),
    local({}, ['--fast', '--token', '${a}']),
    [],
    ['token keep'],
  ],
  [
    'two secrets with the same name',
    local({ TOKEN: '${a}' }),
    local({ TOKEN: '${a}' }, ['TOKEN=${b}']),
    [],
    ['TOKEN keep', 'TOKEN add'],
  ],
])('%s', (_, before, after, newValues, expected) => {
  expect(words(before, after, newValues)).toEqual(expected)
})
