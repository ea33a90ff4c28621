import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ProviderName } from '#contract/hosting/container'
import { isWeaker, providerTitles } from '#contract/hosting/hostedWords'

/** The server's runtime, with a mark if its isolation is weak. */
export function ProviderMark({ provider }: { provider: ProviderName | null }) {
  if (provider === null) return null
  const weaker = isWeaker(provider)
  const Icon = weaker ? ShieldAlert : ShieldCheck
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 text-xs ${weaker ? 'text-warn' : 'text-muted'}`}
      title={weaker ? 'It shares the kernel with everything else on its machine.' : 'It has a kernel of its own.'}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      {providerTitles[provider]}
      {weaker && ': weaker'}
    </span>
  )
}
