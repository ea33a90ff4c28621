/** A process with a hundred servers in twenty projects that all differ. Prints the figures as one line. */
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { ProjectsFigures } from '#bench/catalog/measureProjects'
import { listingOf, timed } from '#bench/catalog/listings'
import { enginePorts } from '#bench/machine/enginePorts'
import { median } from '#bench/report/statistics'
import { createServerLog } from '#engine/connections/serverLog'
import { madeServer } from '#engine/registry/changes/newServer'
import { RegistryMemory } from '#engine/registry/registryMemory'
import { connectionFactory } from '#engine/registry/servers/connectionFactory'
import { ServerRegistry } from '#engine/registry/serverRegistry'
import { SeenServers } from '#engine/registry/servers/seenServers'
import type { SwitchedPair } from '#engine/store/servers/change'

const serverCount = 100
const toolsEach = 50
const projectCount = 20
const rounds = 15

const background = { run: () => undefined }
const ports = enginePorts('/nowhere', {})
const { clock, log } = ports
const never = () => Promise.reject(new Error('Nothing is started here.'))
const seen = new SeenServers({
  store: { saveSeen: () => Promise.resolve() },
  journal: { left: () => [], append: () => undefined, cut: () => () => undefined },
  background,
  clock,
  log,
})
const memory = new RegistryMemory({
  store: { saveAsking: () => Promise.resolve() },
  seen,
  makeConnection: connectionFactory(ports, { openTransport: never, prepareLaunch: never }),
  signInKind: () => 'none',
  makeLog: () => createServerLog({ clock, redact: (text) => text }),
  startServersOnUse: true,
  background,
  publish: () => undefined,
  log,
})
const registry = new ServerRegistry({ memory, background })
/** The first project is the default project, which every data folder has. */
const idOf = (project: number) => (project === 0 ? 'default' : `project-${project}`)

function addProject(project: number): void {
  const settings = newProject.parse({ name: idOf(project) })
  memory.take({ kind: 'addProject', project: { ...settings, id: idOf(project), file: null, formerNames: [] } })
}

/** Each project has some tools off and some names of its own, and no two are the same. */
function pairOf(server: number, project: number): SwitchedPair {
  const [off, named] = [(project * 3 + server) % toolsEach, (project * 7 + server) % toolsEach]
  const own =
    project % 2 === 0
      ? new Map([[`tool_${server}_${named}`, { name: `own_${server}_${project}`, description: null }]])
      : new Map()
  const pair = {
    pairId: `${server} in ${project}`,
    projectId: idOf(project),
    productId: null,
    enabled: true,
    group: null,
    fileSwitches: null,
    addedAt: project,
  }
  return { pair, switchedOff: new Set([`tool_${server}_${off}`, `tool_${server}_${(off + 5) % toolsEach}`]), own }
}

function addServers(): void {
  for (let server = 0; server < serverCount; server += 1) {
    const given = newServer.parse({ name: `server-${server}`, launch: { transport: 'stdio', command: 'nothing' } })
    const facts = {
      id: `id-${server}`,
      pairId: '',
      projectId: '',
      now: server,
      takenSlugs: new Set<string>(),
      others: [],
    }
    const { definition } = madeServer(given, facts)
    const tools = { entries: listingOf(server, toolsEach), listedAt: 1 }
    const launches = new Map([['', { listings: { tools } }]])
    const pairs = [pairOf(server, 0)]
    memory.take({
      kind: 'useServer',
      definition: { ...definition, position: server },
      pairs,
      before: null,
      seen: launches,
    })
  }
}

function putInto(project: number): void {
  for (let server = 0; server < serverCount; server += 1)
    memory.take({ kind: 'addPair', id: `id-${server}`, slug: `server-${server}`, ...pairOf(server, project) })
}

/** Builds the catalog, including the hash for notifying clients. */
function look(project: number | null): void {
  const scope = project === null ? ({ kind: 'all' } as const) : ({ kind: 'project', projectId: idOf(project) } as const)
  if (registry.view(scope)?.hash === '') throw new Error('The hash is missing.')
}

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error('This process needs node --expose-gc.')
  for (let again = 0; again < 3; again += 1) globalThis.gc()
  return process.memoryUsage().heapUsed
}

const projects = Array.from({ length: projectCount }, (_, project) => project)
for (const project of projects) addProject(project)
addServers()
look(0)
look(null)
const before = heapBytes()
for (const project of projects.slice(1)) putInto(project)
const buildMs = timed(() => [...projects, null].forEach(look))
const after = heapBytes()
const toggles: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const project = (round * 7) % projectCount
  const of = { pairId: `${round} in ${project}`, slug: `server-${round}` }
  const change = { kind: 'switchTools', ...of, on: [], off: [`tool_${round}_${(round * 11) % toolsEach}`] } as const
  toggles.push(
    timed(() => {
      memory.take(change)
      look(project)
    }),
  )
}
const figures: ProjectsFigures = {
  buildMs,
  toggleMs: median(toggles),
  furtherProjectBytes: (after - before) / (projectCount - 1),
}
process.stdout.write(`${JSON.stringify({ figures })}\n`)
