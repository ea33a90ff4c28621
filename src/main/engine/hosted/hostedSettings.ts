/**
 * Converts a hosted server's settings to the form of its registration, and compares two settings. The results never
 * contain variables' values. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import type { HostedChangePreview, HostedSetup } from '#contract/hosting/registration'
import type { PackageVersion } from '#contract/hosting/package'
import { joinWords } from '#contract/pasted/commandWords'
import type { ContainerLaunch } from '#contract/servers/server'
import { shownArguments } from '#engine/secrets/shownLaunch'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

export interface HostedDefinition extends ServerDefinition {
  readonly launch: ContainerLaunch
}

/** All settings of a server that its registration contains. */
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

/** The server's package without its arguments, which may be private. Null if it runs an image. */
export function versionOf({ package: run }: Pick<ContainerLaunch, 'package'>): PackageVersion | null {
  return run === null ? null : { registry: run.registry, name: run.name, version: run.version }
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

/** Compares arguments before their secrets are hidden, because different secrets look the same afterwards. */
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

/** Each field as text. A map's entries count as separate fields. */
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
