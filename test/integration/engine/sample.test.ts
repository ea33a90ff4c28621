/** Starts the sample server as every installation has it. The tests need a build. */
import { expect, test } from 'vitest'
import { sampleLaunch } from '#contract/servers/sample'
import { startTestEngine } from '#test/support/testEngine'

test('the sample server is started by the engine’s own Node, without a working PATH, registry or proxy', async () => {
  const nowhere = 'http://127.0.0.1:9'
  const engine = await startTestEngine(
    { Sample: { launch: sampleLaunch }, 'Sample 2': { launch: sampleLaunch } },
    {
      environment: {
        PATH: '',
        HOME: '/nowhere',
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
        npm_config_registry: nowhere,
      },
    },
  )
  for (const slug of ['sample', 'sample-2'])
    await expect
      .poll(() => engine.registry.get(slug), { timeout: 15_000 })
      .toMatchObject({ state: { kind: 'ready' }, tools: { total: 5 } })
})

test('the sample server’s launch is not reported as missing; with other arguments, its command is', async () => {
  const engine = await startTestEngine({}, { environment: { PATH: '' } })
  const checks = await engine.imports.check(
    [sampleLaunch, { ...sampleLaunch, args: ['sample', '--loud'] }].map((launch) => ({ name: 'a', launch }) as never),
    ['a', 'b'],
    'default',
  )
  expect(checks.map(({ missing }) => missing)).toEqual([null, 'switchboard'])
})
