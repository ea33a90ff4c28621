import { expect, test } from 'vitest'
import { newestOf, versionsOnPage } from '#engine/packages/pythonVersions'

test("versions are read only from the project's own file names", () => {
  const files = [
    'mcp_server_time-0.6.2-py3-none-any.whl',
    'mcp-server-time-0.6.2.tar.gz',
    'mcp_server_time-2025.1.14-cp312-cp312-manylinux_2_17_x86_64.whl',
    'mcp_server_time_extra-9.9-py3-none-any.whl',
    'readme.txt',
  ]
  expect(versionsOnPage(files, 'mcp.server-time')).toEqual(['0.6.2', '2025.1.14'])
})

// Catches an update notice that offers a pre-release, or an older version because "10" sorts before "9".
test.each([
  [['0.9.0', '0.10.0', '0.10.0rc1', '1.0.dev1'], '0.10.0'],
  [['1.0', '1.0.post1', '1.0.0a2'], '1.0.post1'],
  [['2.0', '1!1.0'], '1!1.0'],
  [['1.0b1'], null],
  [[], null],
] as [string[], string | null][])('among %j, the newest is %s', (versions, newest) => {
  expect(newestOf(versions)).toBe(newest)
})
