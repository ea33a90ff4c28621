import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { commandFile, makePlace, token } from '#test/integration/cli/switchboard'
import { outcomeOf } from '#test/support/commandOutcome'

const addressPattern = /^http:\/\/127\.0\.0\.1:\d+\/#ticket=[\w-]{43}\n$/

async function exchange(address: string) {
  const { origin, hash } = new URL(address.trim())
  const headers = { authorization: `Ticket ${hash.replace('#ticket=', '')}` }
  return fetch(`${origin}/api/v1/sign-in`, { method: 'POST', headers })
}

// Catches an access token in a browser's history, or in a program's arguments, which every user on the machine can
// list.
test('`open` gives a new address each time, which signs in once and contains no token', async () => {
  const { serve, run } = await makePlace()
  await serve()
  const [first, second] = [await run('open', '--print'), await run('open', '--print')]
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(addressPattern)])
  expect(second.stdout).not.toBe(first.stdout)
  expect(first.stdout + first.stderr).not.toContain(token)
  expect(await (await exchange(first.stdout)).json()).toEqual({ token })
  expect((await exchange(first.stdout)).status).toBe(401)
  expect((await exchange(second.stdout)).status).toBe(200)
  expect(JSON.parse((await run('open', '--json')).stdout)).toEqual({
    url: expect.stringContaining('#ticket=') as string,
  })
})

test('without an engine that serves a page, `open` says what to start', async () => {
  const { run, serve } = await makePlace()
  const missing = await run('open', '--print')
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  expect(missing.stderr).toContain('switchboard serve')
  await serve('--no-ui')
  expect((await run('open', '--print')).stderr).toContain('switchboard serve')
})

test.runIf(process.platform === 'linux')(
  'a browser is opened if there is one, otherwise the address is printed',
  async () => {
    const { serve, folder, environment } = await makePlace()
    await serve()
    const programs = join(folder, 'bin')
    mkdirSync(programs)
    const opened = join(folder, 'opened')
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$1" > ${opened}\n`)
    chmodSync(join(programs, 'xdg-open'), 0o755)
    const open = (env: NodeJS.ProcessEnv) =>
      outcomeOf(spawn(process.execPath, [commandFile, 'open'], { env: { ...environment, ...env }, stdio: 'pipe' }))
    const shown = await open({ DISPLAY: ':99', PATH: `${programs}:${environment.PATH}` })
    expect([shown.code, shown.stdout]).toEqual([0, ''])
    expect(readFileSync(opened, 'utf8')).toMatch(/#ticket=[\w-]{43}$/)
    expect((await open({})).stdout).toMatch(addressPattern)
    expect((await open({ DISPLAY: ':99', PATH: folder })).stdout).toMatch(addressPattern)
  },
)
