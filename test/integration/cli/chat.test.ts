import { expect, test, vi } from 'vitest'
import type { Message } from '#contract/chat'
import { makePlace, outcomeOf, testServer } from '#test/integration/cli/switchboard'

test('[R32] one turn from the terminal: the words to stdout, the calls beside them, and the conversation stays', async () => {
  const { run } = await makePlace()
  await run('add', 'echo', '--', ...testServer('echo'))
  const { code, stdout, stderr } = await run('chat', 'add 2 and 40', '--yes')
  expect([code, stdout]).toEqual([0, 'I use `add`.\n`add` answered:\n\n> 42\n'])
  expect(stderr).toContain('✓ echo / add')
  const again = await run('chat', 'add 1 and 1', '--yes', '--json')
  const { conversationId, message } = JSON.parse(again.stdout) as { conversationId: string; message: Message }
  expect(message).toMatchObject({ role: 'assistant', status: 'complete', model: 'practice' })
  const more = await run('chat', 'hello', '--conversation', conversationId)
  expect([more.code, more.stderr]).toEqual([0, ''])
})

test('without a terminal and without --yes, a call is refused with the reason', async () => {
  const { run } = await makePlace()
  await run('add', 'echo', '--', ...testServer('echo'))
  const { stdout, stderr } = await run('chat', 'use echo to say "hey"')
  expect(stderr).toContain('Run the command with --yes')
  expect(stdout).not.toMatch(/^> hey$/m)
})

test('with --config, the tools of the file are there, and nothing is kept', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ echo: testServer('echo') })
  const { code, stdout } = await run('chat', 'use echo to say "hey"', '--yes', '--config', file)
  expect(code).toBe(0)
  expect(stdout).toContain('> hey')
})

test('Ctrl-C stops the run in the engine that carries it, not only the command', async () => {
  const { run, serve, start } = await makePlace()
  await serve('--no-ui')
  await run('add', 'echo', '--', ...testServer('echo'))
  const child = start(['chat', 'use slow with ms 600000', '--yes'])
  const running = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('→ echo / slow')) resolve()
    })
  })
  const outcome = outcomeOf(child)
  await running
  child.kill('SIGINT')
  expect((await outcome).code).toBe(130)
  await vi.waitFor(
    async () => expect(JSON.parse((await run('calls', '--json')).stdout)).toMatchObject([{ status: 'cancelled' }]),
    { timeout: 10_000 },
  )
})
