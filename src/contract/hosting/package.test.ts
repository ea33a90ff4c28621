import { expect, test } from 'vitest'
import { pathsIn } from '#contract/hosting/package'

test('absolute paths among the arguments are offered for sharing', () => {
  expect(pathsIn(['-v', '/home/me', '--root=/srv/files', 'relative/path', '/', 'C:\\docs', '/home/me'])).toEqual([
    '/home/me',
    '/srv/files',
    'C:\\docs',
  ])
})
