/** What to show about the runtimes on this machine. Pure. */
import type { RuntimeReport, Runtimes } from '#contract/hosting/hostedServer'

type Missing = NonNullable<RuntimeReport['missing']>

/** Whether only a plain container is available, which a person must allow. */
export function needsConsent(runtimes: Runtimes | undefined): boolean {
  return runtimes?.auto === null && runtimes.runtimes.some(({ available, weaker }) => available && weaker)
}

/** Whether no runtime on this machine is available, but a cloud is, if a person allows it. */
export function needsCloudConsent(runtimes: Runtimes | undefined): boolean {
  return runtimes?.auto === null && runtimes.runtimes.some(({ available, cloud }) => available && cloud)
}

/** The problem that several runtimes share, usually that Docker is missing. It is shown once. */
export function sharedLack({ runtimes }: Runtimes): Missing | null {
  const lacks = runtimes.flatMap(({ missing }) => (missing === null ? [] : [missing]))
  return lacks.find((one) => lacks.filter((other) => isSame(one, other)).length > 1) ?? null
}

export function isSame(one: Missing | null, other: Missing | null): boolean {
  return one !== null && one.reason === other?.reason && one.repair === other.repair
}

const limitTitles = { cpu: 'CPU', memory: 'memory', disk: 'disk' } as const

/** What an available runtime cannot do, in words. */
export function shortcomings({ available, can }: RuntimeReport): string | null {
  if (!available) return null
  const unheld = (['cpu', 'memory', 'disk'] as const).filter((name) => !can.limits[name])
  const lacking = [
    ...(unheld.length === 0 ? [] : [`${unheld.map((name) => limitTitles[name]).join(' and ')} limits`]),
    ...(can.volumes ? [] : ['volumes']),
    ...(can.ports ? [] : ['ports']),
    ...(can.allow_list ? [] : ['lists of allowed hosts']),
  ]
  return lacking.length === 0 ? null : `Not supported: ${lacking.join(', ')}.`
}
