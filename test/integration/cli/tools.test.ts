import { readdirSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { outcomeOf } from '#test/support/commandOutcome'
import { isRunning } from '#test/support/processList'

test('with a configuration file, a command works with the servers in the file and leaves nothing behind', async () => {
  const { run, writeConfig, temporary, dataFolder } = await makePlace()
  const file = writeConfig({ one: testServer('echo') })
  const tools = JSON.parse((await run('tools', '--config', file, '--json')).stdout) as Record<string, unknown>[]
  expect(tools.map((tool) => tool['name'])).toContain('echo')
  expect(tools[0]).toMatchObject({ inputSchema: { type: 'object' }, _meta: { 'switchboard/server': 'one' } })

  const call = await run('call', 'pid', '--config', file, '--json')
  const { content } = JSON.parse(call.stdout) as { content: { text: string }[] }
  expect(call.code).toBe(0)
  expect(isRunning(Number(content[0]?.text))).toBe(false)
  expect(readdirSync(temporary)).toEqual([])
  expect(() => readdirSync(dataFolder)).toThrow('ENOENT')
})

test('Ctrl-C during a call ends the servers and removes the temporary folder', async () => {
  const { start, writeConfig, temporary, folder } = await makePlace()
  const file = writeConfig({ stubborn: testServer('echo') })
  const child = start(['call', 'slow', '{"ms":60000}', '--config', file])
  const outcome = outcomeOf(child)
  await vi.waitFor(() => expect(readdirSync(temporary)).toHaveLength(1), { timeout: 10_000 })
  child.kill('SIGINT')
  expect((await outcome).code).toBe(130)
  expect(readdirSync(temporary)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['servers.json', 'tmp'])
})

test('a result with isError is printed as the tool returned it, with exit code 1', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ one: testServer('echo') })
  const asJson = await run('call', 'fail', '--config', file, '--json')
  expect(asJson.code).toBe(1)
  expect(JSON.parse(asJson.stdout)).toMatchObject({ isError: true })
  const asText = await run('call', 'fail', '--config', file)
  expect([asText.code, asText.stdout]).toEqual([1, ''])
  expect(asText.stderr).toContain('it failed')
})

test('[R16] an unknown tool is named, with exit code 1; with --json nothing that looks like a result is printed', async () => {
  const { run, writeConfig } = await makePlace()
  const { code, stdout, stderr } = await run(
    'call',
    'nope',
    '--json',
    '--config',
    writeConfig({ one: testServer('echo') }),
  )
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Unknown tool: nope')
})

test('unknown keys and content types in a tool’s result are passed on', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ one: testServer('echo') })
  const { stdout } = await run('call', 'structured', '--json', '--config', file)
  expect(JSON.parse(stdout)).toHaveProperty('structuredContent')
  expect(stdout).toContain('x-')
})

test('the argument - reads arguments from stdin, for those too long or too secret for a command line', async () => {
  const { runWithInput, writeConfig } = await makePlace()
  const text = 'long '.repeat(100_000)
  const file = writeConfig({ one: testServer('echo') })
  const { code, stdout } = await runWithInput(JSON.stringify({ text }), 'call', 'echo', '-', '--config', file)
  expect(code).toBe(0)
  expect(stdout.trimEnd()).toBe(text.trimEnd())
})

test('tools --server shows only that server’s tools', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ one: testServer('echo'), two: testServer('echo', '--name', 'two') })
  const listed = await run('tools', '--server', 'two', '--config', file, '--json')
  const servers = (JSON.parse(listed.stdout) as { _meta: Record<string, unknown> }[]).map(
    (tool) => tool._meta['switchboard/server'],
  )
  expect([...new Set(servers)]).toEqual(['two'])
  expect((await run('tools', '--server', 'three', '--config', file)).stderr).toContain('Existing servers: one, two.')
})

test('a reader that stops early (`| head -1`) does not cause a crash', async () => {
  const { start, writeConfig } = await makePlace()
  const child = start(['call', 'big', '{"bytes":3000000}', '--config', writeConfig({ one: testServer('echo') })])
  let stderr = ''
  child.stderr.on('data', (data) => (stderr += String(data)))
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.stdout.destroy()
  expect(await closed).toBe(0)
  expect(stderr).toBe('')
})

test('a broken server does not hide the tools of other servers', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ broken: ['no-such-command-anywhere'], one: testServer('echo') })
  const { code, stdout, stderr } = await run('tools', '--config', file, '--json')
  expect(code).toBe(0)
  expect(stdout).toContain('"echo"')
  expect(stderr).toMatch(/^broken: .*no-such-command-anywhere/)
  const call = await run('call', 'tool_of_broken', '--config', file)
  expect(call.stderr).toMatch(/^broken: [^]*Unknown tool: tool_of_broken/)
})
