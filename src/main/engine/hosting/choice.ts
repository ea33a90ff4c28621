/** Which runtime takes a container, and with which limits. Pure. */
import { defaultLimits, type LimitName, limitName, type ProviderName } from '#contract/hosting/container'
import { readBytes, readCores } from '#contract/hosting/sizes'
import { AppError } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import type { ContainerLimits, ProviderReport } from '#engine/hosting/provider'

export interface ReportedProvider {
  readonly name: ProviderName
  readonly report: ProviderReport
}

export type Wanted = Pick<
  ContainerLaunch,
  'provider' | 'allowWeaker' | 'limits' | 'volumes' | 'ports' | 'network' | 'stdioBridge'
>

export interface Choice {
  readonly name: ProviderName
  readonly limits: ContainerLimits
  /** Defaults that this runtime cannot hold. */
  readonly notEnforced: readonly LimitName[]
}

/** The strongest isolation first. */
const inOrder: readonly ProviderName[] = ['gvisor', 'firecracker', 'e2b', 'plain']

/** Containers that share the kernel with everything else on the machine. */
export function isWeaker(name: ProviderName): boolean {
  return name === 'plain'
}

/** Throws `RUNTIME_UNAVAILABLE` or `LIMIT_NOT_ENFORCEABLE`. */
export function chooseProvider(providers: readonly ReportedProvider[], wanted: Wanted): Choice {
  const candidates = candidatesFor(providers, wanted)
  const [first] = candidates
  if (first === undefined) throw nothingThere(providers, wanted)
  const able = candidates.find(({ report }) => refusal(report, wanted) === null)
  if (able === undefined) throw refusal(first.report, wanted) ?? nothingThere(providers, wanted)
  return { name: able.name, ...limitsOn(able.report, wanted) }
}

/** What `auto` would take; null: nothing without consent to something weaker, or elsewhere. */
export function automaticProvider(providers: readonly ReportedProvider[]): ProviderName | null {
  return candidatesFor(providers, { provider: 'auto', allowWeaker: false })[0]?.name ?? null
}

function candidatesFor(
  providers: readonly ReportedProvider[],
  { provider, allowWeaker }: Pick<Wanted, 'provider' | 'allowWeaker'>,
): ReportedProvider[] {
  return inOrder
    .flatMap((name) => providers.find((one) => one.name === name) ?? [])
    .filter(({ name, report }) => {
      if (!report.available) return false
      if (provider !== 'auto') return name === provider
      return !report.isCloud && (allowWeaker || !isWeaker(name))
    })
}

function nothingThere(providers: readonly ReportedProvider[], { provider }: Pick<Wanted, 'provider'>): AppError {
  const asked = providers.filter(({ name }) => provider === 'auto' || name === provider)
  const missing = asked.flatMap(({ name, report: { missing: why } }) =>
    why === null ? [] : [`${name}: ${why.reason} ${why.repair}`],
  )
  const weaker = provider === 'auto' && asked.some(({ name, report }) => isWeaker(name) && report.available)
  const message = [
    provider === 'auto' ? 'There is no runtime for containers here.' : `The runtime ${provider} is not there.`,
    ...missing,
    ...(weaker ? ['Plain containers, which isolate less, are taken only with allow_weaker.'] : []),
  ].join(' ')
  return new AppError('RUNTIME_UNAVAILABLE', message)
}

function refusal({ can }: ProviderReport, { limits, volumes, ports, network, stdioBridge }: Wanted): AppError | null {
  const refuse = (path: string, what: string) =>
    new AppError('LIMIT_NOT_ENFORCEABLE', `${path}: ${what}`, { data: { path } })
  for (const name of limitName.options)
    if (limits[name] !== undefined && !canHold(can, name, volumes))
      return refuse(`resource_limits.${name}`, `the runtime cannot hold this limit`)
  if (network.mode === 'allow' && !can.allowList)
    return refuse('network.mode', 'the runtime cannot hold a list of hosts that the container cannot go round')
  if (volumes.length > 0 && !can.volumes) return refuse('volumes', 'the runtime has none that last')
  if ((ports.length > 0 || !stdioBridge) && !can.ports) return refuse('ports', 'the runtime publishes none')
  return null
}

function limitsOn({ can }: ProviderReport, { limits, volumes }: Wanted): Pick<Choice, 'limits' | 'notEnforced'> {
  const { cpu = defaultLimits.cpu, memory = defaultLimits.memory, disk = defaultLimits.disk } = limits
  return {
    limits: {
      cpu: readCores(cpu) ?? 0.5,
      memoryBytes: readBytes(memory) ?? 0,
      diskBytes: canHold(can, 'disk', volumes) ? readBytes(disk) : null,
    },
    notEnforced: limitName.options.filter((name) => !canHold(can, name, volumes)),
  }
}

/** Without volumes there is nothing that could grow on a disk. */
function canHold(can: ProviderReport['can'], name: LimitName, volumes: Wanted['volumes']): boolean {
  return can.limits[name] && (name !== 'disk' || volumes.length === 0 || can.volumeSizes)
}
