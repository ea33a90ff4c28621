/**
 * Applies a change to a hosted server's settings. Pure. Loaded at its first use, because it needs the registration's
 * schemas.
 */
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors'
import { type HostedChange, hostedRegistration } from '#contract/hosting/registration'
import { isPinned, type PackageRun } from '#contract/hosting/package'
import type { ContainerLaunch } from '#contract/servers/server'
import { type HostedSettings, setupOf } from '#engine/hosted/hostedSettings'
import { serverOf } from '#engine/hosted/registration'
import { keptArguments } from '#engine/secrets/shownLaunch'

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
    // An equal launch stays the same object, so that it does not count as a change.
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
    if (version !== undefined) throw invalid('package_version', 'this server does not run a package')
    if (args !== undefined) throw invalid('package_args', 'this server does not run a package')
    return null
  }
  if (version !== undefined && !isPinned(run.registry, version))
    throw invalid('package_version', 'must be a single exact version, such as "1.2.3"')
  return {
    ...run,
    ...(version !== undefined && { version }),
    ...(args !== undefined && { args: keptArguments(args, launch) }),
  }
}

function keptValues(given: NonNullable<HostedChange['environment']>, { launch }: HostedSettings) {
  const entries = Object.entries(given).map(([name, value]) => {
    const kept = value ?? (Object.hasOwn(launch.environment, name) ? launch.environment[name] : undefined)
    if (kept === undefined) throw invalid(`environment.${name}`, 'there is no stored value to keep, so enter one')
    return [name, kept] as const
  })
  return Object.fromEntries(entries)
}
