/** A hosted server's condition in words, the same on the page and in the command. Pure. */
import type { ProviderName } from '#contract/hosting/container'
import type { HostedServer } from '#contract/hosting/hostedServer'

/** `waiting`: the process exited too often, and is started again later. */
export type HostedCondition = 'starting' | 'running' | 'busy' | 'unresponsive' | 'waiting' | 'stopped' | 'failed'

export function conditionOf({ state, status, busy, next_restart_at }: HostedServer): HostedCondition {
  if (status === 'restarting') return next_restart_at === null ? 'starting' : 'waiting'
  if (state === 'error') return 'failed'
  if (state === 'creating') return 'starting'
  if (status === 'running') return busy ? 'busy' : 'running'
  return status
}

/** Whether a person should look at the server. */
export function isTroubled(server: HostedServer): boolean {
  return ['unresponsive', 'waiting', 'failed'].includes(conditionOf(server))
}

export const conditionTitles: Readonly<Record<HostedCondition, string>> = {
  starting: 'starting',
  running: 'running',
  busy: 'busy',
  unresponsive: 'unresponsive',
  waiting: 'waiting to restart',
  stopped: 'stopped',
  failed: 'failed',
}

/** The runtime's proper name. */
export const providerTitles: Readonly<Record<ProviderName, string>> = {
  gvisor: 'gVisor',
  firecracker: 'Firecracker',
  e2b: 'E2B cloud',
  plain: 'Plain container',
}

/** Which runtimes share the kernel with everything else on their machine. */
const sharesKernel: Readonly<Record<ProviderName, boolean>> = {
  gvisor: false,
  firecracker: false,
  e2b: false,
  plain: true,
}

export function isWeaker(provider: ProviderName | null): boolean {
  return provider !== null && sharesKernel[provider]
}

/** An approximate, readable amount: "34 MB" is 34 · 2^20 bytes. */
export function aboutBytes(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} bytes`
  let amount = bytes
  for (const unit of ['KB', 'MB', 'GB']) {
    amount /= 1_024
    if (amount < 1_000) return `${amount < 10 ? trimmed(amount) : Math.round(amount)} ${unit}`
  }
  return `${trimmed(amount / 1_024)} TB`
}

/** CPU use in words, as a percentage of one core. */
export function aboutPercent(percent: number): string {
  return `${percent < 10 ? trimmed(percent) : Math.round(percent)} %`
}

/** A memory limit in readable form. */
export function sizeWords(text: string): string {
  return text.replace(/([KMGT])$/, ' $1B')
}

function trimmed(amount: number): string {
  return String(Number(amount.toFixed(1)))
}
