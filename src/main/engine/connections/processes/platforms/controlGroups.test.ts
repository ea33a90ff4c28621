import { expect, test } from 'vitest'
import { ownGroupFolder } from '#engine/connections/processes/platforms/controlGroups'

const mount = (root: string, at: string, type = 'cgroup2') => `41 31 0:38 ${root} ${at} rw,relatime - ${type} none rw\n`

test.each([
  ['all of it', mount('/', '/sys/fs/cgroup'), '0::/user.slice/a.scope\n', '/sys/fs/cgroup/user.slice/a.scope'],
  ['at its root', mount('/', '/sys/fs/cgroup'), '0::/\n', '/sys/fs/cgroup/'],
  ['beside the old kind', mount('/', '/sys/fs/cgroup/unified'), '9:name=x:/y\n0::/z\n', '/sys/fs/cgroup/unified/z'],
  ['a subtree of it', mount('/docker/a', '/sys/fs/cgroup'), '0::/docker/a/b\n', '/sys/fs/cgroup/b'],
  ['another subtree of it', mount('/docker/a', '/sys/fs/cgroup'), '0::/docker/ab\n', null],
  ['outside of what this process can see', mount('/', '/sys/fs/cgroup'), '0::/../other\n', null],
  ['only the old kind', mount('/', '/sys/fs/cgroup', 'cgroup'), '4:memory:/x\n', null],
  ['nothing', '', '', null],
])('mounted is %s: the group of this process is at its path', (_what, mounts, groups, folder) => {
  expect(ownGroupFolder(mounts, groups)).toBe(folder)
})
