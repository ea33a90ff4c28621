import { expect, test } from 'vitest'
import { controlAddress } from '#main/host/control/controlAddress'

const linux = { platform: 'linux', temporaryFolder: '/tmp', userId: 1000 } as const
const long = `/${'long-name/'.repeat(12)}data`

test('the socket is in the data folder where the kernel takes its path', () => {
  expect(controlAddress('/home/me/data', linux)).toEqual({ path: '/home/me/data/control.sock', privateFolder: null })
})

test('a folder that is too deep for a socket gets a short, private place of its own', () => {
  const { path, privateFolder } = controlAddress(long, linux)
  expect(path).toMatch(/^\/tmp\/switchboard-1000-[0-9a-f]{24}\/control\.sock$/)
  expect(path.startsWith(`${privateFolder}/`)).toBe(true)
  expect(Buffer.byteLength(path)).toBeLessThan(104)
})

test('two data folders never share an address, one folder always has the same', () => {
  expect(controlAddress(long, linux).path).not.toBe(controlAddress(`${long}2`, linux).path)
  expect(controlAddress(`${long}/`, linux)).toEqual(controlAddress(long, linux))
})

test('a path is measured in bytes, which the kernel counts, not in letters', () => {
  expect(controlAddress(`/${'ä'.repeat(60)}`, linux).privateFolder).not.toBeNull()
})

test('on Windows it is a named pipe', () => {
  expect(controlAddress('/data', { ...linux, platform: 'win32' }).path).toMatch(/^\\\\\.\\pipe\\switchboard-[0-9a-f]+$/)
})
