import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { consentTo, readPlaces } from '#engine/clients/clientFiles'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function folderWith(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder()
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const place = (name: string) => ({
    path: join(folder, name),
    scope: 'user' as const,
    folder: null,
    isOnlyRead: false,
  })
  return { write, place, read: (...names: string[]) => readPlaces(names.map(place)) }
}

// The name of the package's folder contains its publisher's id, which differs between machines.
test('a star matches every folder whose name begins with the text before it', async () => {
  const { read } = await folderWith({
    'Packages/Claude_abc/Cache/c.json': '{"mcpServers":{}}',
    'Packages/Claude_def/other.json': '{}',
    'Packages/Other_abc/Cache/c.json': '{}',
  })
  const read1 = await read('Packages/Claude_*/Cache/c.json')
  expect(read1.map(({ place }) => place.path)).toEqual([expect.stringContaining('Claude_abc')])
  expect(await read('Missing/Claude_*/c.json')).toEqual([])
})

test('a missing file is ignored, an unreadable one is reported, and an empty one is fine', async () => {
  const { read } = await folderWith({ 'broken.json': '{', 'empty.json': ' \n', 'folder.json/x': '' })
  const found = await read('missing.json', 'broken.json', 'empty.json', 'folder.json', 'broken.json/x')
  expect(found.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('line 1'),
    null,
    expect.stringContaining('EISDIR'),
  ])
})

test('consent covers only the servers in the files, because the rest of a file may change at any time', async () => {
  const text = (servers: object, starts: number) => JSON.stringify({ numStartups: starts, mcpServers: servers })
  const { write, read } = await folderWith({ 'c.json': text({ a: { command: 'x' } }, 1) })
  const before = consentTo(await read('c.json'))
  write('c.json', text({ a: { command: 'x' } }, 2))
  expect(consentTo(await read('c.json'))).toBe(before)
  write('c.json', text({ a: { command: 'y' } }, 2))
  expect(consentTo(await read('c.json'))).not.toBe(before)
})
