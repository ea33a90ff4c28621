/** Applies a change to a hosted server's settings, and lists the differences without values of variables. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors'
import {
  type HostedChange,
  type HostedChangePreview,
  hostedRegistration,
  type HostedSetup,
} from '#contract/hosting/registration'
import { isPinned, type PackageRun, type PackageVersion } from '#contract/hosting/package'
import { joinWords } from '#contract/pasted/commandWords'
import type { ContainerLaunch } from '#contract/servers/server'
import { serverOf } from '#engine/hosted/registration'
import { keptArguments, shownArguments } from '#engine/secrets/shownLaunch'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

export interface HostedDefinition extends ServerDefinition {
  readonly launch: ContainerLaunch
}

/** All of a server's settings that a registration contains. */
export interface HostedSettings extends Pick<ServerDefinition, 'name' | 'restart' | 'timeoutMs' | 'concurrency'> {
  readonly launch: ContainerLaunch
}

export function settingsOf({ name, restart, timeoutMs, concurrency, launch }: HostedDefinition): HostedSettings {
  return { name, restart, timeoutMs, concurrency, launch }
}

export function setupOf({ name, restart, timeoutMs, launch }: HostedSettings): HostedSetup {
  return {
    name,
    image: launch.image,
    stdio_bridge: launch.stdioBridge,
    restart_policy: restart,
    ports: launch.ports,
    volumes: launch.volumes,
    resource_limits: launch.limits,
    provider: launch.provider,
    allow_weaker: launch.allowWeaker,
    allow_cloud: launch.allowCloud,
    network: launch.network,
    call_timeout_ms: timeoutMs,
    heartbeat_ms: launch.heartbeatMs,
    package: versionOf(launch),
    package_args: [...shownArguments(launch)],
    folders: launch.folders,
    environment_names: Object.keys(launch.environment),
  }
}

/** The package that it runs, if any, in a form that everyone may see. */
export function versionOf({ package: run }: Pick<ContainerLaunch, 'package'>): PackageVersion | null {
  return run === null ? null : { registry: run.registry, name: run.name, version: run.version }
}

export function changedHosting(before: HostedSettings, change: HostedChange): HostedSettings {
  const { environment, package_version: version, package_args: args, ...others } = change
  const { folders = before.launch.folders, ...registered } = others
  const {
    environment_names: _names,
    package: _package,
    package_args: _args,
    folders: _folders,
    ...setup
  } = setupOf(before)
  const wanted = hostedRegistration.safeParse({
    ...setup,
    ...registered,
    environment: environment === undefined ? before.launch.environment : keptValues(environment, before),
  })
  if (!wanted.success) {
    const [issue] = wanted.error.issues
    throw invalid((issue?.path ?? []).join('.'), issue?.message ?? 'this server cannot be hosted')
  }
  const { name, restart, timeoutMs, concurrency, launch } = serverOf(
    { ...wanted.data, package: changedPackage(before.launch, version, args), folders },
    '',
  )
  const speaksAsBefore = launch.stdioBridge === before.launch.stdioBridge
  return {
    name,
    restart,
    timeoutMs,
    concurrency: speaksAsBefore ? before.concurrency : concurrency,
    // Equal settings stay the same object, so that they do not count as a change.
    launch: isDeepStrictEqual(launch, before.launch) ? before.launch : launch,
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { data: { path } })
}

function changedPackage(
  launch: ContainerLaunch,
  version: string | undefined,
  args: readonly string[] | undefined,
): PackageRun | null {
  const { package: run } = launch
  if (run === null) {
    if (version !== undefined) throw invalid('package_version', 'it runs no package')
    if (args !== undefined) throw invalid('package_args', 'it runs no package')
    return null
  }
  if (version !== undefined && !isPinned(run.registry, version))
    throw invalid('package_version', 'one version was expected, such as "1.2.3"')
  return {
    ...run,
    ...(version !== undefined && { version }),
    ...(args !== undefined && { args: keptArguments(args, launch) }),
  }
}

function keptValues(given: NonNullable<HostedChange['environment']>, { launch }: HostedSettings) {
  const entries = Object.entries(given).map(([name, value]) => {
    const kept = value ?? (Object.hasOwn(launch.environment, name) ? launch.environment[name] : undefined)
    if (kept === undefined) throw invalid(`environment.${name}`, 'there is no value to keep')
    return [name, kept] as const
  })
  return Object.fromEntries(entries)
}

export function differencesOf(before: HostedSettings, after: HostedSettings): HostedChangePreview['differences'] {
  const [{ environment_names: _before, ...was }, { environment_names: _after, ...is }] = [
    setupOf(before),
    setupOf(after),
  ]
  const [old, current] = [fieldsOf(was), fieldsOf(is)]
  const fields = [...new Set([...old.keys(), ...current.keys()])]
  return [
    ...fields.flatMap((field) => {
      const [one, other] = [old.get(field) ?? null, current.get(field) ?? null]
      return one === other ? [] : [{ field, before: one, after: other }]
    }),
    ...argumentDifferences(before.launch, after.launch),
    ...variableDifferences(before.launch.environment, after.launch.environment),
  ]
}

/** Compared before their secrets are hidden: the texts may be equal. */
function argumentDifferences(before: ContainerLaunch, after: ContainerLaunch): HostedChangePreview['differences'] {
  if (isDeepStrictEqual(before.package?.args, after.package?.args)) return []
  const [was, is] = [before, after].map((launch) => joinWords(shownArguments(launch)) || null)
  return [{ field: 'package_args', before: was ?? null, after: is ?? null }]
}

function variableDifferences(
  before: ContainerLaunch['environment'],
  after: ContainerLaunch['environment'],
): HostedChangePreview['differences'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, is] = [Object.hasOwn(before, name), Object.hasOwn(after, name)]
    if (was && is && before[name] === after[name]) return []
    return [{ field: `environment.${name}`, before: was ? 'a value' : null, after: is ? 'a new value' : null }]
  })
}

/** Each field with its text; entries of a map or list are separate fields. */
function fieldsOf(setup: Omit<HostedSetup, 'environment_names'>): Map<string, string> {
  const { resource_limits, network, package: run, package_args: _args, folders, ...plain } = setup
  const entries: [string, unknown][] = [
    ...Object.entries(plain),
    ...Object.entries(resource_limits).map(([name, text]): [string, unknown] => [`resource_limits.${name}`, text]),
    ['package_version', run?.version ?? ''],
    ['folders', folders.map(({ path, writable }) => `${path} (${writable ? 'writable' : 'read-only'})`)],
    ['network', network.mode === 'allow' ? `allow: ${network.hosts.join(', ')}` : network.mode],
  ]
  return new Map(entries.flatMap(([field, value]) => (textOf(value) === '' ? [] : [[field, textOf(value)] as const])))
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return value.map((item: unknown) => (isPort(item) ? portText(item) : String(item))).join(', ')
}

type Port = ContainerLaunch['ports'][number]

function isPort(value: unknown): value is Port {
  return typeof value === 'object' && value !== null && 'container' in value
}

function portText({ container, host, path }: Port): string {
  return `${host === undefined ? '' : `${host}:`}${container}${path}`
}
