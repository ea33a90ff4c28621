import { expect, it } from 'vitest'
import { childEnvironment } from '#engine/connections/environment/childEnvironment'

it("[R1] passes on the variables that programs need, and none of the engine's own secrets", () => {
  const own = {
    PATH: '/bin',
    HOME: '/home/me',
    LC_ALL: 'C',
    Path: 'C:\\',
    ANTHROPIC_API_KEY: 'sk',
    SWITCHBOARD_TOKEN: 't',
    DATABASE_URL: 'p',
    EMPTY: undefined,
  }
  expect(childEnvironment(own, { API_KEY: 'mine', HOME: '/elsewhere' })).toEqual({
    PATH: '/bin',
    Path: 'C:\\',
    LC_ALL: 'C',
    HOME: '/elsewhere',
    API_KEY: 'mine',
  })
})
