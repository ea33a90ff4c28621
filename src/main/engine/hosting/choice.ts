/** Chooses the runtime for a container, and the limits. Pure. */
import { defaultLimits, type LimitName, limitName, type ProviderName, providerName } from '#contract/hosting/container'
import { isWeaker } from '#contract/hosting/hostedWords'
import { readBytes, readCores } from '#contract/hosting/sizes'
import { AppError } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import { type ContainerLimits, noPortsBesideHosts, type ProviderReport } from '#engine/hosting/provider'

export interface ReportedProvider {
  readonly name: ProviderName
  readonly report: ProviderReport
}

export type Wanted = Pick<
  ContainerLaunch,
  | 'provider'
  | 'allowWeaker'
  | 'allowCloud'
  | 'limits'
  | 'volumes'
  | 'ports'
  | 'network'
  | 'stdioBridge'
  | 'package'
  | 'folders'
>

export interface Choice {
  readonly name: ProviderName
  readonly limits: ContainerLimits
  /** The maximum size of a volume. Null if this runtime cannot enforce one. */
  readonly volumeBytes: number | null
  /** Default limits that this runtime cannot enforce. */
  readonly notEnforced: readonly LimitName[]
}

const inOrder = providerName.options

/** Throws `RUNTIME_UNAVAILABLE` or `LIMIT_NOT_ENFORCEABLE`. */
export function chooseProvider(providers: readonly ReportedProvider[], wanted: Wanted): Choice {
  const candidates = candidatesFor(providers, wanted)
  const [first] = candidates
  if (first === undefined) throw nothingThere(providers, wanted)
  const able = candidates.find(({ report }) => refusal(report, wanted) === null)
  if (able === undefined) throw refusal(first.report, wanted) ?? nothingThere(providers, wanted)
  return { name: able.name, ...limitsOn(able.report, wanted) }
}

/** The runtime that `auto` chooses. Null if none is available that needs no consent, to weaker isolation or a cloud. */
export function automaticProvider(providers: readonly ReportedProvider[]): ProviderName | null {
  return candidatesFor(providers, { provider: 'auto', allowWeaker: false, allowCloud: false })[0]?.name ?? null
}

function candidatesFor(
  providers: readonly ReportedProvider[],
  { provider, allowWeaker, allowCloud }: Pick<Wanted, 'provider' | 'allowWeaker' | 'allowCloud'>,
): ReportedProvider[] {
  return inOrder
    .flatMap((name) => providers.find((one) => one.name === name) ?? [])
    .filter(({ name, report }) => {
      if (!report.available) return false
      if (provider !== 'auto') return name === provider
      return (allowCloud || !report.isCloud) && (allowWeaker || !isWeaker(name))
    })
}

function nothingThere(providers: readonly ReportedProvider[], { provider }: Pick<Wanted, 'provider'>): AppError {
  const asked = providers.filter(({ name }) => provider === 'auto' || name === provider)
  const missing = asked.flatMap(({ name, report: { missing: why } }) =>
    why === null ? [] : [`${name}: ${why.reason} ${why.repair}`],
  )
  const weaker = provider === 'auto' && asked.some(({ name, report }) => isWeaker(name) && report.available)
  const cloud = provider === 'auto' && asked.some(({ report }) => report.isCloud && report.available)
  const message = [
    provider === 'auto' ? 'No container runtime is available.' : `The runtime ${provider} is not available.`,
    ...missing,
    ...(weaker ? ['Plain containers, which isolate less, are used only with allow_weaker.'] : []),
    ...(cloud ? ['E2B is a cloud that gets image, variables and calls: it is used only with allow_cloud.'] : []),
  ].join(' ')
  return new AppError('RUNTIME_UNAVAILABLE', message)
}

function refusal(
  { can, noAllowList }: ProviderReport,
  { limits, volumes, ports, network, stdioBridge, package: run, folders }: Wanted,
): AppError | null {
  const refuse = (path: string, what: string) =>
    new AppError('LIMIT_NOT_ENFORCEABLE', `${path}: ${what}`, { data: { path } })
  for (const name of limitName.options)
    if (limits[name] !== undefined && !canHold(can, name, volumes))
      return refuse(`resource_limits.${name}`, `the runtime cannot enforce this limit`)
  if (network.mode === 'allow') {
    if (noAllowList !== null) return refuse('network.mode', noAllowList)
    if (ports.length > 0 || !stdioBridge) return refuse('network.mode', noPortsBesideHosts)
  }
  if (volumes.length > 0 && !can.volumes) return refuse('volumes', 'the runtime has no persistent volumes')
  if (run !== null && !can.volumes) return refuse('package', 'the runtime has no volumes to install packages in')
  if (folders.length > 0 && !can.folders)
    return refuse('folders', 'the runtime is on another machine, so it cannot share folders of this one')
  if ((ports.length > 0 || !stdioBridge) && !can.ports) return refuse('ports', 'the runtime cannot publish ports')
  return null
}

function limitsOn({ can }: ProviderReport, { limits, volumes }: Wanted): Omit<Choice, 'name'> {
  const { cpu = defaultLimits.cpu, memory = defaultLimits.memory, disk = defaultLimits.disk } = limits
  return {
    limits: {
      cpu: readCores(cpu) ?? 0.5,
      memoryBytes: readBytes(memory) ?? 0,
      diskBytes: canHold(can, 'disk', volumes) ? readBytes(disk) : null,
    },
    volumeBytes: can.volumeSizes ? readBytes(disk) : null,
    notEnforced: limitName.options.filter((name) => !canHold(can, name, volumes)),
  }
}

/** Whether a limit can be enforced. Without volumes, a server cannot fill the disk. */
function canHold(can: ProviderReport['can'], name: LimitName, volumes: Wanted['volumes']): boolean {
  return can.limits[name] && (name !== 'disk' || volumes.length === 0 || can.volumeSizes)
}
