/** Only one function opens an engine's socket, and it checks the owner first. */
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'
import { clientsOfEngines } from '#test/support/clientsOfEngines'

const door = 'src/main/host/control/connectToEngine.ts'
const sources = listFiles('src').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

/** Sockets that are not an engine's. */
const otherSockets: Readonly<Record<string, string>> = {
  'src/main/engine/hosting/egress/egressProxy.ts': 'a host and a port',
  'src/main/engine/hosting/docker/dockerHost.ts': 'that of a Docker Engine',
}

test('no other module opens a socket by a path', () => {
  const opening =
    /\b(?:connect|createConnection|Socket)\b[^']*\bfrom 'node:net'|import \* as \w+ from 'node:net'|\bsocketPath:/
  const found = sources.filter((file) => opening.test(withoutTypes(readText(file))))
  expect(found.filter((file) => !(file in otherSockets))).toEqual([door])
})

test('every module that uses that function is tested against every trap', () => {
  const going = sources.filter((file) => readText(file).includes("'#main/host/control/connectToEngine'"))
  expect(going.map((file) => basename(file, '.ts'))).toEqual([...clientsOfEngines])
})

/** Removes type imports, which open nothing. */
function withoutTypes(text: string): string {
  return text.replaceAll(/import type [^']*'node:net'/g, '').replaceAll(/\btype \w+/g, '')
}
