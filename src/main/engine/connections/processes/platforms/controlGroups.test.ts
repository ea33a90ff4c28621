import { expect, test } from 'vitest'
import { ownGroupFolder } from '#engine/connections/processes/platforms/controlGroups'

const mount = (root: string, at: string, type = 'cgroup2') => `41 31 0:38 ${root} ${at} rw,relatime - ${type} none rw\n`

test.each([
  [
    'the whole hierarchy',
    mount('/', '/sys/fs/cgroup'),
    '0::/user.slice/a.scope\n',
    '/sys/fs/cgroup/user.slice/a.scope',
  ],
  ['the whole hierarchy, with the process at the root', mount('/', '/sys/fs/cgroup'), '0::/\n', '/sys/fs/cgroup/'],
  [
    'cgroup2 beside the old version',
    mount('/', '/sys/fs/cgroup/unified'),
    '9:name=x:/y\n0::/z\n',
    '/sys/fs/cgroup/unified/z',
  ],
  ['a subtree that contains the process', mount('/docker/a', '/sys/fs/cgroup'), '0::/docker/a/b\n', '/sys/fs/cgroup/b'],
  ['another subtree', mount('/docker/a', '/sys/fs/cgroup'), '0::/docker/ab\n', null],
  ['a hierarchy that does not show the process', mount('/', '/sys/fs/cgroup'), '0::/../other\n', null],
  ['only the old version', mount('/', '/sys/fs/cgroup', 'cgroup'), '4:memory:/x\n', null],
  ['nothing', '', '', null],
])(
  "when %s is mounted, the folder of this process's control group is found or null",
  (_what, mounts, groups, folder) => {
    expect(ownGroupFolder(mounts, groups)).toBe(folder)
  },
)
