import { existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearControlPlace, makeControlPlace } from '#main/host/control/controlPlace'
import { temporaryFolder } from '#test/support/temporaryFolder'

function placeFor(dataFolder: string): string {
  const place = makeControlPlace(dataFolder)
  onTestFinished(() => clearControlPlace(place))
  return place
}

async function folderNamed(name: string): Promise<string> {
  const folder = join(await temporaryFolder(), name)
  mkdirSync(folder)
  return folder
}

test('the socket is in the data folder if the kernel accepts its path', async () => {
  const folder = await temporaryFolder()
  expect(placeFor(folder)).toBe(join(folder, 'control.sock'))
})

test.each([
  ['a path that is too long', 'a-long-name'.repeat(9)],
  ['a path that is too long in bytes, which the kernel counts, but not in characters', 'ä'.repeat(60)],
])('%s: the socket is in a short, private folder of its own', async (_why, name) => {
  const folder = await folderNamed(name)
  const place = placeFor(folder)
  expect(dirname(dirname(place))).toBe(tmpdir())
  expect(Buffer.byteLength(place)).toBeLessThan(104)
  expect(statSync(dirname(place)).mode & 0o777).toBe(0o700)
})

test('the folder cannot be created in advance by another user: its name differs each time, even for the same data folder', async () => {
  const folder = await folderNamed('a-long-name'.repeat(9))
  expect(placeFor(folder)).not.toBe(placeFor(folder))
})

test('an obstacle that cannot be removed does not keep the engine from opening a socket', async () => {
  const folder = await temporaryFolder()
  mkdirSync(join(folder, 'control.sock', 'full'), { recursive: true })
  const place = placeFor(folder)
  expect(dirname(place)).not.toBe(realpathSync(folder))
  expect(existsSync(join(folder, 'control.sock', 'full'))).toBe(true)
})

test('the folder of a socket is removed unless others put files beside the socket, and the data folder always stays', async () => {
  const folder = await folderNamed('a-long-name'.repeat(9))
  const [empty, shared] = [placeFor(folder), placeFor(folder)]
  writeFileSync(join(dirname(shared), 'of another user'), '')
  onTestFinished(() => rmSync(dirname(shared), { recursive: true }))
  for (const place of [empty, shared]) clearControlPlace(place)
  expect([existsSync(dirname(empty)), existsSync(join(dirname(shared), 'of another user'))]).toEqual([false, true])
  clearControlPlace(join(folder, 'control.sock'))
  expect(existsSync(folder)).toBe(true)
})
