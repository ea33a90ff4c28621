import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { launch } from '#contract/servers/server'
import { launchFindings } from '#engine/doctor/launchFindings'

const path = (...folders: string[]) => folders.join(delimiter)
const stdio = (env: Record<string, string>) => launch.parse({ transport: 'stdio', command: 'x', cwd: '/', env })

test("each variable has its origin; the login shell's additions to the PATH are separate", () => {
  const written = stdio({ A: '1', TOKEN: '${TOKEN}', HOST: '${env:HOST}' })
  const filled = stdio({ A: '1', TOKEN: 'value', HOST: 'value', HOME: '/h', PATH: path('/nvm', '/bin') })
  expect(launchFindings(written, filled, { PATH: path('/bin', '/usr/bin') })).toEqual([
    { name: "the server's variables", text: 'A, TOKEN, HOST' },
    { name: "the engine's variables", text: 'HOME, PATH' },
    { name: 'PATH, from the login shell', text: '/nvm' },
    { name: "PATH, from the engine's environment", text: '/bin' },
    { name: 'runs in', text: '/' },
    { name: 'from the vault', text: 'TOKEN' },
    { name: "from the engine's environment, by name", text: 'HOST' },
  ])
})

test("a PATH in the server's settings replaces the others", () => {
  const own = stdio({ PATH: path('/own', '/bin') })
  expect(launchFindings(own, own, { PATH: '/bin' })).toContainEqual({
    name: "PATH, from the server's settings",
    text: '/own, /bin',
  })
})
