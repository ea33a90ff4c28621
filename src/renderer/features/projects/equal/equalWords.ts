/** Words for servers that can be merged. Pure. */
import type { EqualServers } from '#contract/servers/equalServers'
import type { SettingName } from '#contract/servers/server'

const settingTitles: Readonly<Record<SettingName, string>> = {
  description: 'description',
  group: 'group',
  labels: 'labels',
  concurrency: 'calls at a time',
  restart: 'restart',
  timeoutMs: 'call timeout',
  sessions: 'process',
  trusted: 'trusted',
  retry: 'when a call is lost',
  idleStopMs: 'stop when unused',
}

export function settingTitle(name: string): string {
  return (settingTitles as Readonly<Record<string, string>>)[name] ?? name
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerated(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** A key for these servers. If a further server becomes equal to them, the key is new and the offer is shown again. */
export function offerKey({ slug, others }: EqualServers): string {
  return [slug, ...others.toSorted()].join(' ')
}

/** The first offer that was not put off, and the number of others. */
export function nextOffer(
  equal: readonly EqualServers[],
  putOff: ReadonlySet<string>,
): { readonly offer: EqualServers; readonly more: number } | null {
  const [offer, ...others] = equal.filter((one) => !putOff.has(offerKey(one)))
  return offer === undefined ? null : { offer, more: others.length }
}
