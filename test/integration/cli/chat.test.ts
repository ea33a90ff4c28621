import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '#contract/chat/chat'
import { commandFile, makePlace, testServer } from '#test/integration/cli/switchboard'
import { outcomeOf } from '#test/support/commandOutcome'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'

test('[R32] one turn from the terminal prints the text to stdout and the calls to stderr, and keeps the conversation', async () => {
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

test('with --config, the tools of the file are available, and nothing is kept', async () => {
  const { run, writeConfig } = await makePlace()
  const file = writeConfig({ echo: testServer('echo') })
  const { code, stdout } = await run('chat', 'use echo to say "hey"', '--yes', '--config', file)
  expect(code).toBe(0)
  expect(stdout).toContain('> hey')
})

test('Ctrl-C stops the run in its engine, not only the command', async () => {
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

/** Runs the command at a terminal of its own. `typed` is what the user enters. */
function atTerminal(words: readonly string[], { folder, environment }: Awaited<ReturnType<typeof makePlace>>) {
  const quoted = [process.execPath, commandFile, ...words].map((word) => `'${word}'`).join(' ')
  const child = spawn(commandPath('script'), ['--quiet', '--return', '--flush', '--command', quoted, '/dev/null'], {
    cwd: folder,
    env: { ...environment, TERM: 'dumb' },
    stdio: 'pipe',
  })
  let seen = ''
  child.stdout.on('data', (chunk: Buffer) => (seen += chunk.toString()))
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    seen: () => seen,
    type: (text: string) => void child.stdin.write(text),
    ended: async () => ((await ended) as [number | null])[0],
  }
}

test.runIf(process.platform === 'linux' && hasPart('terminal')).each([
  { typed: 'y', shows: /> hey/ },
  { typed: 'n', shows: /✗ echo \/ echo/ },
  // Pressing Enter alone is not consent.
  { typed: '', shows: /✗ echo \/ echo/ },
])('[R23] at a terminal the person is asked, and "$typed" is understood as intended', async ({ typed, shows }) => {
  const place = await makePlace()
  await place.run('add', 'echo', '--', ...testServer('echo'))
  const terminal = atTerminal(['chat', 'use echo to say "hey"'], place)
  await vi.waitFor(() => expect(terminal.seen()).toContain('[y/N]'), { timeout: 20_000 })
  expect(terminal.seen()).toContain('Allow echo / echo {"text":"hey"}?')
  terminal.type(`${typed}\r`)
  expect(await terminal.ended()).toBe(0)
  expect(terminal.seen()).toMatch(shows)
  if (typed !== 'y') expect(terminal.seen()).not.toMatch(/^> hey/m)
})
