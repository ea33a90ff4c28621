/** How a hosted server is, in words for a person: the same on the page and in the command. Pure. */
import type { ProviderName } from '#contract/hosting/container'
import type { HostedServer } from '#contract/hosting/hostedServer'

/** `waiting`: it ended too often, and is started again later. */
export type HostedCondition = 'starting' | 'running' | 'busy' | 'unresponsive' | 'waiting' | 'stopped' | 'failed'

export function conditionOf({ state, status, busy, next_restart_at }: HostedServer): HostedCondition {
  if (status === 'restarting') return next_restart_at === null ? 'starting' : 'waiting'
  if (state === 'error') return 'failed'
  if (state === 'creating') return 'starting'
  if (status === 'running') return busy ? 'busy' : 'running'
  return status
}

/** Whether a person has to look at it. */
export function isTroubled(server: HostedServer): boolean {
  return ['unresponsive', 'waiting', 'failed'].includes(conditionOf(server))
}

export const conditionTitles: Readonly<Record<HostedCondition, string>> = {
  starting: 'starting',
  running: 'running',
  busy: 'busy',
  unresponsive: 'unresponsive',
  waiting: 'waits to restart',
  stopped: 'stopped',
  failed: 'failed',
}

/** What it runs in, as its maker calls it. */
export const providerTitles: Readonly<Record<ProviderName, string>> = {
  gvisor: 'gVisor',
  firecracker: 'Firecracker',
  e2b: 'E2B cloud',
  plain: 'Plain container',
}

/** A plain container shares the kernel of its machine with everything else there. */
export function isWeaker(provider: ProviderName | null): boolean {
  return provider === 'plain'
}

/** About so many, as a person reads it: "34 MB" is 34 · 2^20 bytes. */
export function aboutBytes(bytes: number): string {
  if (bytes < 1_000) return `${Math.round(bytes)} bytes`
  let amount = bytes
  for (const unit of ['KB', 'MB', 'GB']) {
    amount /= 1_024
    if (amount < 1_000) return `${amount < 10 ? trimmed(amount) : Math.round(amount)} ${unit}`
  }
  return `${trimmed(amount / 1_024)} TB`
}

/** Of one core: 100 % is a whole one. */
export function aboutPercent(percent: number): string {
  return `${percent < 10 ? trimmed(percent) : Math.round(percent)} %`
}

/** The memory that a server may have, as people say it. */
export function sizeWords(text: string): string {
  return text.replace(/([KMGT])$/, ' $1B')
}

function trimmed(amount: number): string {
  return String(Number(amount.toFixed(1)))
}
