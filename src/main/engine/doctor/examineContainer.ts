/** Examines a hosted server: its runtime, its image, its limits and its container. */
import { defaultLimits } from '#contract/hosting/container'
import { aboutBytes } from '#contract/hosting/hostedWords'
import type { ContainerLaunch } from '#contract/servers/server'
import { durationText } from '#contract/text/durationText'
import type { ContainerCondition, ContainerWard } from '#engine/doctor/containerWard'
import type { ExaminationSteps } from '#engine/doctor/examinationSteps'

/** Rejects at the first reason why the container cannot run. */
export async function examineContainer(
  slug: string,
  launch: ContainerLaunch,
  ward: ContainerWard,
  steps: ExaminationSteps,
  signal: AbortSignal,
): Promise<ContainerCondition> {
  steps.begin('runtime')
  for (const { name, text } of await ward.runtimes()) steps.find(name, text)
  const { name, notEnforced } = await ward.choose(launch)
  steps.find('takes it', name)
  steps.find('limits', limitsText(launch, notEnforced))
  steps.find('network', networkText(launch))
  if (notEnforced.length > 0) {
    steps.find('cannot be enforced', notEnforced.join(', '))
    steps.end('warning')
  }
  steps.begin('image')
  steps.find(launch.image, (await ward.bringImage(launch, name, signal)) ? 'was fetched' : 'is available')
  steps.begin('container')
  const condition = await ward.condition(slug)
  const { running, restarts, lastCrash } = condition
  steps.find(
    'runs',
    running === null ? 'no' : `for ${durationText(running.upSeconds * 1_000)}, as ${running.id.slice(0, 12)}`,
  )
  const memory = running?.memoryBytes ?? null
  if (memory !== null) steps.find('memory', `${aboutBytes(memory)} of ${memoryLimit(launch)}`)
  if (restarts > 0) steps.find('restarts', String(restarts))
  if (lastCrash !== null)
    steps.find(
      'ended last',
      `${lastCrash.at}, ${lastCrash.exitCode === null ? 'exit code unknown' : `exit code ${lastCrash.exitCode}`}`,
    )
  return condition
}

export function memoryLimit({ limits }: ContainerLaunch): string {
  return limits.memory ?? defaultLimits.memory
}

function limitsText(launch: ContainerLaunch, notEnforced: readonly string[]): string {
  const limits = { ...defaultLimits, ...launch.limits }
  const held = Object.entries(limits).filter(([name]) => !notEnforced.includes(name))
  return held.map(([name, text]) => `${name} ${text}`).join(', ')
}

function networkText({ network: { mode, hosts } }: ContainerLaunch): string {
  switch (mode) {
    case 'none':
      return 'none'
    case 'full':
      return 'full'
    case 'allow':
      return `only ${hosts.join(', ')}`
  }
}
