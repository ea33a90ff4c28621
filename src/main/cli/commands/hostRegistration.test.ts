import { expect, test } from 'vitest'
import { type HostAddOptions, registrationOf } from '#main/cli/commands/hostRegistration'
import { UsageError } from '#main/cli/failure'

const none: HostAddOptions = { image: 'notes:1', env: [], volume: [], allow: [] }
const environment = { TOKEN: 'secret-of-the-shell', EMPTY: '' }
const registered = (options: Partial<HostAddOptions>) => registrationOf('Notes', { ...none, ...options }, environment)

test('[R24] the given options are registered, and the rest is left to the engine', () => {
  expect(registered({})).toEqual({ name: 'Notes', image: 'notes:1', environment: {}, volumes: [], resource_limits: {} })
  expect(
    registered({
      project: 'Work',
      env: ['A=b=c', 'TOKEN'],
      volume: ['/data'],
      cpu: '1',
      memory: '1G',
      port: '9000:8080',
      path: '/rpc',
      provider: 'plain',
      allowWeaker: true,
      allow: ['api.example.com'],
      restart: 'never',
    }),
  ).toEqual({
    name: 'Notes',
    image: 'notes:1',
    project_id: 'Work',
    environment: { A: 'b=c', TOKEN: 'secret-of-the-shell' },
    volumes: ['/data'],
    resource_limits: { cpu: '1', memory: '1G' },
    stdio_bridge: false,
    ports: [{ container: 8080, host: 9000, path: '/rpc' }],
    provider: 'plain',
    allow_weaker: true,
    restart_policy: 'never',
    network: { mode: 'allow', hosts: ['api.example.com'] },
  })
})

test.each([
  [{ memory: 'much' }, '--memory: a size'],
  [{ cpu: 'all' }, '--cpu: a number of cores'],
  [{ volume: ['data'] }, '--volume: an absolute path'],
  [{ image: 'No Image' }, '--image: the name of an image'],
  [{ port: 'http' }, '--port needs'],
  [{ port: '99999' }, '--port: '],
  [{ path: '/mcp' }, '--path needs --port'],
  [{ network: 'none', allow: ['a.b'] }, '--allow: hosts are for'],
  [{ network: 'allow' }, '--allow: at least one host'],
  [{ env: ['NOWHERE'] }, '--env NOWHERE: this variable is not set'],
] as [Partial<HostAddOptions>, string][])('%j is wrong usage, and the error names the option', (options, words) => {
  expect(() => registered(options)).toThrow(UsageError)
  expect(() => registered(options)).toThrow(words)
})

// Catches an error message that shows a secret on a shared screen or in a build log.
test.each(['=hunter2', 'A B=hunter2', '1=hunter2', 'A=hunter2\0'])('no message contains the value in %j', (text) => {
  expect(() => registered({ env: [text] })).toThrow(UsageError)
  expect(() => registered({ env: [text] })).not.toThrow('hunter2')
})
