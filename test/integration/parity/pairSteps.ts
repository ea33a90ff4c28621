/**
 * Calls the routes for servers in projects, one after the other. Afterwards the server is in its original project
 * again.
 */
import type { Step } from '#test/integration/parity/step'

const work = { id: 'Work' }
const ofEcho = { ...work, slug: 'echo' }
const otherLaunch = { transport: 'stdio', command: 'something-else' }

export const pairSteps: readonly Step[] = [
  { route: 'projects.servers', input: work },
  { route: 'projects.servers', fails: 'NOT_FOUND', input: { id: 'nowhere' } },
  { route: 'projects.putServer', input: { ...ofEcho, enabled: false } },
  { route: 'projects.putServer', input: { ...ofEcho, group: 'pool' } },
  { route: 'projects.putServer', fails: 'INVALID_INPUT', input: { ...ofEcho, group: 'Not a group' } },
  { route: 'projects.putServer', input: { ...ofEcho, group: null } },
  { route: 'projects.putServer', fails: 'CONFLICT', input: { ...ofEcho, enabled: false, launch: otherLaunch } },
  { route: 'projects.putServer', fails: 'NOT_FOUND', input: { ...work, slug: 'nobody', enabled: true } },
  { route: 'projects.setTools', input: { ...work, server: 'echo', names: ['add'], enabled: false } },
  {
    route: 'projects.setTools',
    fails: 'NOT_FOUND',
    input: { ...work, server: 'nobody', names: ['add'], enabled: false },
  },
  { route: 'projects.nameTool', input: { ...work, server: 'echo', name: 'echo', publicName: 'say' } },
  { route: 'projects.nameTool', fails: 'CONFLICT', input: { ...work, server: 'echo', name: 'add', publicName: 'say' } },
  {
    route: 'projects.nameTool',
    fails: 'INVALID_INPUT',
    input: { ...work, server: 'echo', name: 'add', publicName: 'not a name' },
  },
  { route: 'projects.nameTool', fails: 'NOT_FOUND', input: { ...work, server: 'echo', name: 'none', publicName: 'x' } },
  { route: 'projects.servers', input: work },
  { route: 'projects.matrix', input: { slug: 'echo' } },
  { route: 'projects.matrix', input: { slug: 'nobody' } },
  { route: 'projects.duplicate', fails: 'CONFLICT', input: { ...work, name: 'Work' } },
  { route: 'projects.duplicate', input: { ...work, name: 'Play' } },
  { route: 'projects.remove', input: { id: 'Play' } },
  { route: 'projects.removeServer', input: ofEcho },
  { route: 'projects.removeServer', fails: 'NOT_FOUND', input: ofEcho },
  { route: 'projects.restoreServer', input: ofEcho },
  { route: 'projects.restoreServer', fails: 'NOT_FOUND', input: ofEcho },
  { route: 'projects.removeServer', input: ofEcho },
  { route: 'servers.equal' },
  { route: 'servers.unite', fails: 'CONFLICT', input: { slug: 'echo' } },
  { route: 'servers.separate', fails: 'NOT_FOUND', input: { slug: 'echo' } },
]
