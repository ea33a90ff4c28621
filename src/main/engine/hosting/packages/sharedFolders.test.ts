import { expect, test } from 'vitest'
import { folderInside, withFoldersInside } from '#engine/hosting/packages/sharedFolders'

const run = (args: string[]) =>
  ({ registry: 'npm', name: 'x', version: '1.0.0', program: null, args, ranAs: null }) as const

test('a folder has the same path in the container, unless it is a Windows path', () => {
  expect(['/home/me/docs', '/home/me/docs/', 'C:\\Users\\me', 'd:/data/'].map(folderInside)).toEqual([
    '/home/me/docs',
    '/home/me/docs',
    '/mnt/c/Users/me',
    '/mnt/d/data',
  ])
})

// Catches an argument that names a folder by its path on this machine, which does not exist in the container.
test('arguments that name a shared folder get its path in the container', () => {
  const folders = [
    { path: 'C:\\docs', writable: false },
    { path: '/home/me', writable: true },
  ]
  expect(withFoldersInside({ package: run(['C:\\docs\\a', 'C:\\docsother', '/home/me/b', '-v']), folders })).toEqual([
    '/mnt/c/docs/a',
    'C:\\docsother',
    '/home/me/b',
    '-v',
  ])
  expect(withFoldersInside({ package: null, folders })).toEqual([])
})
