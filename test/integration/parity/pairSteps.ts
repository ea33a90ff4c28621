/** The routes of servers in projects, one after the other. They leave the server in the project that it was in. */
import type { Step } from '#test/integration/parity/step'

const work = { id: 'Work' }
const ofEcho = { ...work, slug: 'echo' }
const otherLaunch = { transport: 'stdio', command: 'something-else' }

export const pairSteps: readonly Step[] = [
  { route: 'projects.servers', input: work },
  { route: 'projects.servers', input: { id: 'nowhere' } },
  { route: 'projects.putServer', input: { ...ofEcho, enabled: false } },
  { route: 'projects.putServer', input: { ...ofEcho, enabled: false, launch: otherLaunch } },
  { route: 'projects.putServer', input: { ...work, slug: 'nobody', enabled: true } },
  { route: 'projects.setTools', input: { ...work, server: 'echo', names: ['add'], enabled: false } },
  { route: 'projects.setTools', input: { ...work, server: 'nobody', names: ['add'], enabled: false } },
  { route: 'projects.nameTool', input: { ...work, server: 'echo', name: 'echo', publicName: 'say' } },
  { route: 'projects.nameTool', input: { ...work, server: 'echo', name: 'add', publicName: 'say' } },
  { route: 'projects.nameTool', input: { ...work, server: 'echo', name: 'add', publicName: 'not a name' } },
  { route: 'projects.nameTool', input: { ...work, server: 'echo', name: 'none', publicName: 'x' } },
  { route: 'projects.servers', input: work },
  { route: 'projects.matrix', input: { slug: 'echo' } },
  { route: 'projects.matrix', input: { slug: 'nobody' } },
  { route: 'projects.duplicate', input: { ...work, name: 'Work' } },
  { route: 'projects.duplicate', input: { ...work, name: 'Play' } },
  { route: 'projects.remove', input: { id: 'Play' } },
  { route: 'projects.removeServer', input: ofEcho },
  { route: 'projects.removeServer', input: ofEcho },
  { route: 'projects.restoreServer', input: ofEcho },
  { route: 'projects.restoreServer', input: ofEcho },
  { route: 'projects.removeServer', input: ofEcho },
  { route: 'servers.equal' },
  { route: 'servers.unite', input: { slug: 'echo' } },
  { route: 'servers.separate', input: { slug: 'echo' } },
]
