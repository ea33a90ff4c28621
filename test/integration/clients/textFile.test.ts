/**
 * A client's file, which other programs write as well, is never left half written, and their changes are never
 * overwritten.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeTextFile, readTextFile } from '#engine/clients/setup/textFile'
import { temporaryFolder } from '#test/support/temporaryFolder'

const stamp = '2026-11-18T11-00-00'

async function fileWith(content: string) {
  const folder = await temporaryFolder()
  const path = join(folder, 'mcp.json')
  writeFileSync(path, content)
  return { folder, path, file: await readTextFile(path) }
}

test('a client’s later edit is not lost: nothing is written, and no temporary file is left', async () => {
  const { folder, path, file } = await fileWith('{}')
  writeFileSync(path, '{ "newer": true }')
  await expect(changeTextFile(file, '{ "ours": true }', stamp)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(changeTextFile(file, null, stamp)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(readFileSync(path, 'utf8')).toBe('{ "newer": true }')
  expect(readdirSync(folder).filter((name) => !name.includes('backup'))).toEqual(['mcp.json'])
})

test('a file that was removed or created meanwhile counts as changed', async () => {
  const { path, file } = await fileWith('{}')
  rmSync(path)
  await expect(changeTextFile(file, '{}', stamp)).rejects.toMatchObject({
    code: expect.stringMatching(/CONFLICT|FORBIDDEN/) as string,
  })
  const missing = await readTextFile(path)
  writeFileSync(path, '{ "came": true }')
  await expect(changeTextFile(missing, '{}', stamp)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(readFileSync(path, 'utf8')).toBe('{ "came": true }')
})

test('each change leaves its own backup, with the permissions of the file', async () => {
  const { path } = await fileWith('one')
  chmodSync(path, 0o640)
  const copies = []
  for (const text of ['two', 'three']) copies.push(await changeTextFile(await readTextFile(path), text, stamp))
  expect(copies.map((copy) => readFileSync(copy ?? '', 'utf8'))).toEqual(['one', 'two'])
  for (const copy of copies) expect(statSync(copy ?? '').mode & 0o777).toBe(0o640)
  expect(readFileSync(path, 'utf8')).toBe('three')
})

test('a missing folder is created; a folder in place of the file, or a dangling link, is refused', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'deep', 'er', 'mcp.json')
  expect(await changeTextFile(await readTextFile(path), '{}', stamp)).toBeNull()
  expect(existsSync(path)).toBe(true)
  mkdirSync(join(folder, 'folder.json'))
  await expect(readTextFile(join(folder, 'folder.json'))).rejects.toThrow('it is not a file')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link.json'))
  await expect(readTextFile(join(folder, 'link.json'))).rejects.toThrow('broken link')
})
