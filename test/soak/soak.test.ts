import { expect, it } from 'vitest'
import { runSoak } from '#test/soak/soak'
import { temporaryFolder } from '#test/support/temporaryFolder'

it('[R5] [R7] [R16] [R17] [R21] a minute of load while servers and the engine are killed: one outcome for every call', async () => {
  const figures = await runSoak({
    seconds: Number(process.env['SOAK_SECONDS'] ?? 60),
    seed: Number(process.env['SOAK_SEED'] ?? Math.floor(Math.random() * 2 ** 31)),
    folder: await temporaryFolder(),
    print: console.log,
  })
  console.log(figures)
  expect(figures.violations).toEqual([])
  expect(figures.outcomes['answer'] ?? 0).toBeGreaterThan(figures.calls / 5)
  expect(figures.engineKills).toBeGreaterThan(0)
})
