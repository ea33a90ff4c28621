import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEngine } from '#engine/createEngine'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const containing = (text: string) => expect.stringContaining(text) as string
const { command, args } = testServer('echo')
const good = { command, args }

async function openFile(content: unknown) {
  const path = join(await temporaryFolder(), 'mcp.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  const log = recordingLog()
  const vault = { get: () => Promise.resolve(null), set: () => Promise.resolve(), remove: () => Promise.resolve() }
  const engine = await createEngine({ ...testPorts(await temporaryFolder()), log, vault })
  onTestFinished(() => engine.close())
  await engine.openConfigFile(path)
  await engine.registry.use({ kind: 'all' })
  const said = () =>
    log.entries.map(
      ({ message, fields }) => `${String(fields['path'])}: ${message.replace('in the configuration file: ', '')}`,
    )
  return { engine, said }
}

describe('a wrong configuration file', () => {
  it('[R6] is reported with the faulty path and the expected value, and its valid servers run', async () => {
    const { engine, said } = await openFile({
      mcpServers: {
        good,
        'no command': { args: ['x'] },
        numbers: { command: 'x', args: ['fine', 5] },
        text: 'npx server',
        nothing: null,
        wild: { ...good, concurrency: 'many', timeoutMs: -1, group: 'No Slug!', enabled: 'yes' },
        sockets: { type: 'ws', url: 'ws://localhost' },
        empty: { command: '' },
      },
    })
    expect(engine.registry.list().map(({ slug, state }) => [slug, state.kind])).toEqual([['good', 'ready']])
    expect(said()).toEqual(
      expect.arrayContaining([
        'mcpServers["no command"]: expected a command, or the url of a remote server',
        'mcpServers.numbers.args[1]: expected a string, got number',
        'mcpServers.text: expected an object, got string',
        'mcpServers.nothing: expected an object, got null',
        'mcpServers.wild.concurrency: expected a number, got string',
        containing('mcpServers.wild.timeoutMs: '),
        'mcpServers.wild.group: a slug is 1 to 24 of a-z, 0-9 and -',
        'mcpServers.wild.enabled: expected true or false, got string',
        'mcpServers.sockets.type: expected http or sse, got "ws"',
        'mcpServers.empty.command: a command is needed',
      ]),
    )
  })

  it('[R4] a variable without a value fails the server that needs it, by name, and the others run', async () => {
    const { engine } = await openFile({
      mcpServers: { good, needy: { ...good, env: { KEY: '${NO_SUCH_SECRET}' } } },
    })
    expect(engine.registry.get('needy').state).toMatchObject({
      kind: 'failed',
      error: { code: 'SECRET_MISSING', message: containing('NO_SUCH_SECRET') },
    })
    expect(engine.registry.get('good').state.kind).toBe('ready')
  })

  it.each([
    ['nothing', '', 'the file is empty'],
    ['half', '{"mcpServers": {', 'line 1, column 17'],
    ['a list', '[]', 'expected an object, got array'],
    ['a list of servers', '{"mcpServers": []}', 'mcpServers: expected an object, got array'],
    ['no text', '\u0000\u0001', 'line 1, column 1'],
    ['far too deep', '['.repeat(100_000), 'nested more than'],
  ])('that is %s is refused as a whole, with the position of the fault', async (_title, content, message) => {
    await expect(openFile(content)).rejects.toMatchObject({ code: 'INVALID_INPUT', message: containing(message) })
  })
})
