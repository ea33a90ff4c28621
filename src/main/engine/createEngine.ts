/** The composition root: the only code that constructs an engine's parts, and closes them in reverse order. */
import { hostname } from 'node:os'
import type { AppError } from '#contract/errors'
import { Access } from '#engine/access/access'
import { Background } from '#engine/background'
import { homeOf } from '#engine/clients/knownPlaces'
import { ClientReader } from '#engine/clients/readClients'
import { type ClientSetupOnDemand, createClientSetup } from '#engine/createClientSetup'
import { type ChatParts, createChat } from '#engine/chat/createChat'
import { type Changes, createChanges } from '#engine/createChanges'
import { type Consent, createConsent } from '#engine/consent'
import { createHosting, leaseOwner } from '#engine/createHosting'
import { createRouting } from '#engine/createRouting'
import { createSignIns, removeLeftSignIns } from '#engine/createSignIns'
import { createTransports } from '#engine/createTransports'
import { createDoctor } from '#engine/createDoctor'
import { environmentOfLoginShell } from '#engine/connections/environment/loginShell'
import { createServerLog } from '#engine/connections/serverLog'
import { createProcessKeeper } from '#engine/connections/processes/createProcessKeeper'
import { watchForWake } from '#engine/connections/lifetime/wakeWatch'
import type { Doctor } from '#engine/doctor/doctor'
import { Settings } from '#engine/engineSettings'
import { EventHub } from '#engine/events'
import { keepFilesWithStore } from '#engine/filesOfStore'
import { followOtherEngines } from '#engine/followOtherEngines'
import { createGateway, type Gateway } from '#engine/gateway/gateway'
import type { HostedServers } from '#engine/hosted/hostedServers'
import type { EngineMetrics } from '#engine/metrics/engineMetrics'
import { createInProcessServer } from '#engine/native/inProcessServer'
import { nativeTools } from '#engine/native/nativeTools'
import type { Ports } from '#engine/ports'
import { ProductInstaller } from '#engine/products/productInstaller'
import type { Decisions } from '#engine/questions/decisions'
import type { Questions } from '#engine/questions/questions'
import { CallRecords, engineKey } from '#engine/records/callRecords'
import { connectionFactory, launchPreparer } from '#engine/registry/servers/connectionFactory'
import { FileProject } from '#engine/registry/files/fileProject'
import { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { storedAtStart } from '#engine/registry/changes/reloadServers'
import { RegistryMemory } from '#engine/registry/registryMemory'
import { ServerUnion } from '#engine/registry/changes/serverUnion'
import { ServerSecrets } from '#engine/registry/servers/serverSecrets'
import { createSeenServers } from '#engine/registry/servers/seenServers'
import { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Router } from '#engine/router/call'
import { createEngineSecrets } from '#engine/secrets/engineSecrets'
import type { SignIns } from '#engine/signIn/signIns'
import { SetAside } from '#engine/store/setAside'
import { shareOwnSecrets } from '#engine/shareOwnSecrets'
import { openStore } from '#engine/store/openStore'

export interface Engine extends ChatParts, Changes {
  readonly registry: ServerRegistry
  readonly union: ServerUnion
  readonly secrets: ServerSecrets
  readonly signIns: SignIns
  readonly router: Router
  /** The questions for people, and the remembered answers. */
  readonly questions: Questions
  readonly decisions: Decisions
  readonly isChanged: Consent['isChanged']
  readonly records: CallRecords
  readonly products: ProductInstaller
  readonly settings: Settings
  readonly clients: ClientReader
  readonly clientSetup: ClientSetupOnDemand
  readonly doctor: Doctor
  readonly events: EventHub
  /** Serves the `/mcp…` requests that the host has admitted. */
  readonly gateway: Gateway
  readonly access: Access
  readonly metrics: EngineMetrics
  readonly hosting: HostedServers
  /** Runs a configuration file as a project and follows its edits. Rejects if the file cannot be read at all. */
  openConfigFile(path: string): Promise<void>
  /** Resolves with the reason if a newer version has changed the database, so that this engine cannot continue. */
  readonly outdated: Promise<AppError>
  /** Stops every server and writes pending data. Idempotent. */
  close(): Promise<void>
}

export type EngineFactory = (ports: Ports) => Promise<Engine>

export const createEngine: EngineFactory = async (ports) => {
  const { clock, log, makeId, paths, version, databaseUrl } = ports
  const engine = engineKey(hostname(), paths.dataFolder)
  const { dataFolder } = paths
  const setAside = new SetAside({ dataFolder, clock, log })
  const store = await openStore({ dataFolder, databaseUrl, log, clock, leaseOwner: leaseOwner(engine) })
  const keeper = await keepFilesWithStore({ dataFolder, settings: store.settings, setAside, makeId })
    .then(() => createProcessKeeper({ paths, clock, log, makeId, environment: ports.environment }))
    .catch(async (thrown: unknown) => {
      await store.close()
      throw thrown
    })
  const background = new Background(log)
  const events = new EventHub(clock)
  const vaulted = createEngineSecrets(ports, store)
  const settings = new Settings(store.settings)
  const hosting = createHosting(ports, { ...vaulted, store, events, background, engine, settings })
  const signIns = createSignIns(ports, {
    ...vaulted,
    store,
    engine,
    settings,
    background,
    registry: () => registry,
    prepareLaunch: () => prepareLaunch,
  })
  const openTransport = createTransports(ports, { keeper, hosting, credentialsFor: signIns.credentialsFor })
  const ownEnvironment = environmentOfLoginShell({ ...ports, keeper, shell: ports.loginShell })
  const prepareLaunch = launchPreparer(ports, {
    fillLaunch: vaulted.fillLaunch,
    ownEnvironment,
  })
  const seen = createSeenServers(ports, store.servers, background)
  const memory = new RegistryMemory({
    store: store.servers,
    seen,
    startServersOnUse: ports.startServersOnUse ?? false,
    makeConnection: hosting.watched(connectionFactory(ports, { openTransport, prepareLaunch })),
    signInKind: (serverId) => signIns.kindOf(serverId),
    makeLog: () => createServerLog({ clock, redact: (text) => ports.redactor.redact(text) }),
    background,
    publish: (event) => events.publish(event),
    log,
  })
  const registry = new ServerRegistry({ memory, background })
  signIns.onChanged((account, kind) => registry.signInChanged(account, kind))
  const writer = new ChangeWriter({ store: store.changes, memory })
  const changes = createChanges({ ...vaulted, store, registry, writer, environment: ownEnvironment, clock, makeId })
  const { servers, imports } = changes
  const secrets = new ServerSecrets({ ...vaulted, registry })
  const records = new CallRecords({
    store: store.calls,
    dataFolder: paths.dataFolder,
    engine,
    settings: () => settings.current,
    redactor: ports.redactor,
    background,
    clock,
    log,
    makeId,
    setAside,
  })
  const native = createInProcessServer({
    tools: nativeTools({ servers: (projectId) => registry.listIn(projectId), records }),
    settings: () => settings.current,
    version,
    clock,
    log,
  })
  registry.hostNative(native)
  settings.onChanged(() => registry.hostNative(native))
  settings.onChanged(() => events.publish({ type: 'settings.changed' }))
  const products = new ProductInstaller({
    ...vaulted,
    store: store.products,
    registry,
    writer,
    clock,
    makeId,
  })
  const { questions, decisions, approvals, isChanged } = createConsent({
    store: store.decisions,
    registry,
    settings,
    events,
    background,
    clock,
    makeId,
    redactor: ports.redactor,
  })
  const union = new ServerUnion({ ...vaulted, registry, writer, decisions, signIns, clock })
  const { router, resourceUpdates, metricsWith } = createRouting(ports, { registry, records, approvals, signIns })
  const access = new Access({
    store: store.access,
    servers: registry,
    redactor: ports.redactor,
    background,
    publish: (event) => events.publish(event),
    clock,
    makeId,
  })
  access.onChanged(() => router.lookAgain())
  const gateway = createGateway({
    views: registry,
    router,
    resourceUpdates,
    callerGone: (key) => {
      registry.callerGone(key)
      router.callerGone(key)
    },
    clock,
    log,
    makeId,
    version,
    access,
  })
  const metrics = metricsWith(gateway)
  const chatting = createChat(ports, {
    store,
    vault: vaulted.vaults.ofStore,
    registry,
    router,
    questions,
    decisions,
    events,
    background,
    engine,
    setAside,
  })
  const clients = new ClientReader(homeOf(ports.environment))
  const ward = hosting.ward(registry, openTransport)
  const doctor = createDoctor(ports, { registry, keeper, openTransport, prepareLaunch, ward, signIns })
  const stopWatching = watchForWake(clock, () => [signIns, registry].forEach((part) => part.wake()))
  const files: FileProject[] = []
  const close = async () => {
    stopWatching()
    // Before the first wait, because running work may wait for a runtime that no longer answers.
    hosting.leave()
    for (const file of files) file.close()
    await chatting.chat.close()
    questions.close()
    gateway.close()
    metrics.close()
    events.close()
    await doctor.close()
    await writer.settled()
    await registry.close()
    await removeLeftSignIns(ports, signIns, { store, registry })
    await signIns.close()
    seen.flush()
    await records.close()
    await hosting.close()
    await background.drained()
    await vaulted.removeLeft(await vaulted.findLeft())
    await keeper.close()
    await store.close()
  }
  let closing: Promise<void> | null = null
  let outdate: (error: AppError) => void = () => undefined
  const outdated = new Promise<AppError>((resolve) => (outdate = resolve))
  const open = async () => {
    await settings.reload(log)
    await records.open()
    await decisions.open()
    memory.listenWith(resourceUpdates)
    await seen.recover()
    await chatting.modelSource.open()
    await shareOwnSecrets(ports, { ...vaulted, ...chatting, store })
    await writer.takeIn(() => storedAtStart(store))
    await signIns.open()
    await access.reload()
    hosting.sweep(registry)
    const parts = {
      ...vaulted,
      ...chatting,
      store,
      registry,
      writer,
      access,
      decisions,
      settings,
      secrets,
      signIns,
      events,
      background,
      log,
    }
    followOtherEngines(parts, outdate)
  }
  await open().catch(async (thrown: unknown) => {
    await close()
    throw thrown
  })
  // Collected before a server can be added: a new server's secrets are stored just before its row.
  const left = await vaulted.findLeft()
  background.run('remove the secrets of removed servers', () => vaulted.removeLeft(left))
  background.run('remove the sign-ins of removed servers', () => removeLeftSignIns(ports, signIns, { store, registry }))
  return {
    registry,
    ...changes,
    union,
    secrets,
    signIns,
    router,
    questions,
    decisions,
    isChanged,
    records,
    products,
    settings,
    clients,
    clientSetup: createClientSetup(ports, { registry, servers, imports, access, setAside }),
    doctor,
    events,
    gateway,
    access,
    metrics,
    hosting: hosting.service({ ...vaulted, registry, servers, router }),
    ...chatting,
    async openConfigFile(path) {
      const file = new FileProject({ path, registry, writer, store, background, clock, log, makeId })
      files.push(file)
      await file.open()
    },
    outdated,
    close: () => (closing ??= close()),
  }
}
