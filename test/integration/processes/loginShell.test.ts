import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#engine/clock'
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import type { Clock } from '#engine/ports'
import { keeperForTest } from '#test/integration/processes/keeperForTest'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'

async function ask(shell: string, home: string, clock: Clock = systemClock) {
  const log = recordingLog()
  const keeper = await keeperForTest({ askMs: 50, terminateMs: 50 })
  const environment = { PATH: '/usr/bin:/bin', HOME: home, SHELL: shell }
  return { log, environment: environmentOfLoginShell({ shell, environment, keeper, clock, log }) }
}

describe('the PATH of the login shell', () => {
  it('includes the entries of installers in the files of a real shell, and survives noise', async () => {
    const home = await temporaryFolder()
    writeFileSync(
      join(home, '.bash_profile'),
      'echo welcome; echo trouble >&2; read x; export PATH="$HOME/.nvm/bin:$PATH"\n',
    )
    const { environment } = await ask('/bin/bash', home)
    expect((await environment())['PATH']).toMatch(new RegExp(`^${home}/.nvm/bin:.*:/bin$`))
  })

  it('is read once, however many servers start', async () => {
    const home = await temporaryFolder()
    writeFileSync(join(home, '.bash_profile'), 'echo x >> $HOME/asked; export PATH="/$(wc -l < $HOME/asked):$PATH"\n')
    const { environment } = await ask('/bin/bash', home)
    const [first, second] = await Promise.all([environment(), environment()])
    expect(first['PATH']).toMatch(/^\/1:/)
    expect([second, await environment()]).toEqual([first, first])
  })

  it.each([
    ['hangs', 'sleep 60'],
    ['fails', 'exit 3'],
  ])('is ignored if the shell %s, which is logged and leaves nothing behind', async (_what, body) => {
    const home = await temporaryFolder()
    const shell = join(home, 'shell')
    writeFileSync(shell, `#!/bin/sh\n${body}\n`)
    chmodSync(shell, 0o755)
    const hurried: Clock = { ...systemClock, after: (ms, work) => systemClock.after(ms === 3_000 ? 100 : ms, work) }
    const { environment, log } = await ask(shell, home, hurried)
    expect((await environment())['PATH']).toBe('/usr/bin:/bin')
    expect(log.entries).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })

  it('is not read if there is no login shell', async () => {
    const { environment, log } = await ask('/no/such/shell', await temporaryFolder())
    expect((await environment())['PATH']).toBe('/usr/bin:/bin')
    expect(log.entries).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })

  it('[R1] reaches servers whose own settings have no PATH', async () => {
    const home = await temporaryFolder()
    writeFileSync(join(home, '.bash_profile'), 'export PATH="/from/the/shell:$PATH"\n')
    const own = { launch: { ...testServer('echo'), env: { PATH: '/own' } } }
    const engine = await startTestEngine(
      { plain: { launch: testServer('echo') }, own },
      { loginShell: '/bin/bash', environment: { ...process.env, HOME: home } },
    )
    const pathOf = async (slug: string) => {
      const connection = engine.registry.connection(slug)
      await connection.settled()
      return new Promise((resolve) => {
        const lost = () => resolve(null)
        const params = { name: 'env', arguments: { name: 'PATH' } }
        const observer = {
          onResult: (result: Record<string, unknown>) => resolve((result['content'] as { text: string }[])[0]?.text),
          onError: lost,
          onLost: lost,
        }
        connection.session?.request('tools/call', params, {}, observer, { projectId: null, callerKey: 'test' })
      })
    }
    expect(await pathOf('plain')).toMatch(/^\/from\/the\/shell:/)
    expect(await pathOf('own')).toBe('/own')
  })
})
