/** Contract to engine: thin, exhaustive by type. Rules live in the engine, conversion of errors in the host. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { LogLine } from '#contract/server'
import { chosen } from '#engine/clients/readClients'
import { writeConfig } from '#engine/clients/writeConfig'
import type { ServerLog } from '#engine/connections/serverLog'
import type { Engine } from '#engine/createEngine'
import { writtenProject } from '#engine/registry/writtenProject'
import type { Scope } from '#engine/registry/scope'
import type { Caller } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

/** What the routes say of the host they are served by. */
export interface HostFacts {
  readonly kind: 'desktop' | 'headless'
  readonly version: string
  readonly dataFolder: string
  readonly endpoint: () => { readonly url: string } | null
  readonly token: () => string
}

const everything: Scope = { kind: 'all' }
const person: Caller = {
  key: 'person',
  capabilities: {},
  ask: null,
  identity: { kind: 'person', name: null, version: null, hasSession: false },
}

export function createRouter(engine: Engine, host: HostFacts) {
  const os = implement(contract)
  const { registry, secrets, router, events, records, products, settings, clients, doctor } = engine
  const known = () => ({
    launches: registry.rows().map(({ launch }) => launch),
    endpoint: host.endpoint()?.url ?? null,
  })
  return os.router({
    app: {
      info: os.app.info.handler(() => ({
        version: host.version,
        host: host.kind,
        dataFolder: host.dataFolder,
        runtime: `Node ${process.versions.node}`,
        endpoint: host.endpoint(),
      })),
      token: os.app.token.handler(() => ({ token: host.token() })),
    },
    projects: { list: os.projects.list.handler(() => registry.projects()) },
    servers: {
      list: os.servers.list.handler(() => registry.list()),
      add: os.servers.add.handler(({ input }) => registry.add(input)),
      remove: os.servers.remove.handler(async ({ input }) => {
        await registry.remove(input.slug)
        return {}
      }),
      restore: os.servers.restore.handler(({ input }) => registry.restore(input.slug)),
      setEnabled: os.servers.setEnabled.handler(({ input }) => registry.setEnabled(input.slug, input.enabled)),
      restart: os.servers.restart.handler(({ input }) => registry.restart(input.slug)),
      log: os.servers.log.handler(({ input, signal }) =>
        followLog(registry.connection(input.slug).log, input.follow, signal),
      ),
      previewImport: os.servers.previewImport.handler(({ input }) =>
        clients.readText(input.text, input.path, known()).map(({ candidate }) => candidate),
      ),
      import: os.servers.import.handler(async ({ input }) => {
        const wanted =
          'text' in input
            ? chosen(clients.readText(input.text, input.path, known()), input.names)
            : await clients.choose(input, known())
        const added = []
        for (const { server, disabledTools } of wanted) {
          const snapshot = await registry.add(server)
          if (disabledTools.length > 0) await registry.setToolsEnabled(snapshot.slug, [...disabledTools], false)
          added.push(registry.get(snapshot.slug))
        }
        return added
      }),
    },
    clients: {
      list: os.clients.list.handler(({ input }) => clients.list(input.folder, known())),
      previewImport: os.clients.previewImport.handler(({ input }) =>
        clients.preview(input.client, input.folder, known()),
      ),
      export: os.clients.export.handler(({ input }) =>
        writeConfig(...writtenProject(registry, input.projectId), input.format),
      ),
    },
    doctor: { run: os.doctor.run.handler(({ input, signal }) => doctor.examine(input.slug, signal)) },
    secrets: {
      list: os.secrets.list.handler(({ input }) => secrets.list(input)),
      set: os.secrets.set.handler(async ({ input: { name, value, ...owner } }) => {
        await secrets.set(owner, name, value)
        return {}
      }),
      remove: os.secrets.remove.handler(async ({ input: { name, ...owner } }) => {
        await secrets.remove(owner, name)
        return {}
      }),
      allowFile: os.secrets.allowFile.handler(async ({ input: { file, projectId, allowed } }) => {
        await secrets.allowFile(file, projectId, allowed)
        return {}
      }),
      allowEnvironment: os.secrets.allowEnvironment.handler(async ({ input }) => {
        await secrets.allowEnvironment(input.allowed)
        return {}
      }),
    },
    tools: {
      list: os.tools.list.handler(({ input }) => registry.tools(input.server)),
      listed: os.tools.listed.handler(async () => {
        await registry.use(everything)
        return [...(registry.view(everything)?.tools ?? [])]
      }),
      setEnabled: os.tools.setEnabled.handler(async ({ input }) => {
        await registry.setToolsEnabled(input.server, input.names, input.enabled)
        return {}
      }),
      call: os.tools.call.handler(({ input, signal }) =>
        router.callTool(everything, { params: input, caller: person, cancellation: Cancellation.of(signal) }),
      ),
    },
    calls: {
      list: os.calls.list.handler(({ input, signal }) => records.list(input, signal)),
      get: os.calls.get.handler(({ input }) => records.get(input.id)),
      read: os.calls.read.handler(({ input }) => records.read(input.id, input.part, input.offset, input.bytes, null)),
    },
    products: {
      list: os.products.list.handler(() => products.list()),
      preview: os.products.preview.handler(({ input }) => products.preview(input.manifest, input.projectId)),
      install: os.products.install.handler(async ({ input }) => {
        const slugs = await products.install(input.manifest, input.consent, input.projectId)
        return slugs.map((slug) => registry.get(slug))
      }),
      uninstall: os.products.uninstall.handler(async ({ input }) => ({
        removed: await products.uninstall(input.id, input.projectId ?? null),
      })),
    },
    settings: {
      get: os.settings.get.handler(() => settings.current),
      update: os.settings.update.handler(({ input }) => settings.update(input)),
    },
    events: { subscribe: os.events.subscribe.handler(({ signal }) => events.subscribe(signal)) },
  })
}

/** First what is kept, then what comes, in batches that wait for their reader. */
async function* followLog(
  log: ServerLog,
  follow: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<LogLine[], void, undefined> {
  const most = 5_000
  let batch: LogLine[] = []
  let wake: () => void = () => undefined
  const unsubscribe = log.subscribe((line) => {
    if (batch.length < most) batch.push(line)
    wake()
  })
  const end = () => wake()
  signal?.addEventListener('abort', end, { once: true })
  try {
    yield [...log.lines()]
    while (follow && signal?.aborted !== true) {
      if (batch.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (batch.length > 0) {
        const ready = batch
        batch = []
        yield ready
      }
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', end)
  }
}
