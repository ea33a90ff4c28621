/** Applies a change to a hosted server's settings. Pure. Loaded at its first use, with the schemas of a registration. */
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors'
import { type HostedChange, hostedRegistration } from '#contract/hosting/registration'
import { isPinned, type PackageRun } from '#contract/hosting/package'
import { type HostedSettings, setupOf } from '#engine/hosted/hostedSettings'
import { serverOf } from '#engine/hosted/registration'

export function changedHosting(before: HostedSettings, change: HostedChange): HostedSettings {
  const { environment, package_version: version, folders = before.launch.folders, ...registered } = change
  const { environment_names: _names, package: _package, folders: _folders, ...setup } = setupOf(before)
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
    { ...wanted.data, package: withVersion(before.launch.package, version), folders },
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

function withVersion(run: PackageRun | null, version: string | undefined): PackageRun | null {
  if (version === undefined) return run
  if (run === null) throw invalid('package_version', 'it runs no package')
  if (!isPinned(run.registry, version)) throw invalid('package_version', 'one version was expected, such as "1.2.3"')
  return { ...run, version }
}

function keptValues(given: NonNullable<HostedChange['environment']>, { launch }: HostedSettings) {
  const entries = Object.entries(given).map(([name, value]) => {
    const kept = value ?? (Object.hasOwn(launch.environment, name) ? launch.environment[name] : undefined)
    if (kept === undefined) throw invalid(`environment.${name}`, 'there is no value to keep')
    return [name, kept] as const
  })
  return Object.fromEntries(entries)
}
