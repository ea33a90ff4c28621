/** Options that several `host` commands have. */
import { Option } from 'commander'
import { givenProvider } from '#contract/hosting/container'
import { collect } from '#main/cli/sharedOptions'

export const allowedHost = ['a host that it may reach (no others); may be repeated', collect, []] as const

export function providerOption(usual = ''): Option {
  return new Option('--provider <name>', `the container runtime ${usual}`.trim()).choices(givenProvider.options)
}

export function networkOption(usual = ''): Option {
  const text = `none, allow (only the hosts of --allow), or full: everything this machine can reach ${usual}`
  return new Option('--network <mode>', text.trim()).choices(['none', 'allow', 'full'])
}
