/** An example of a naming rule: two servers that both have a tool `search`. Pure. */
import type { Naming } from '#contract/tools/tool'

export const namingTitles: Readonly<Record<Naming, string>> = {
  'prefix-on-conflict': 'Only if names clash',
  'prefix-always': 'Always',
  override: 'Never: the later server wins',
}

export interface NamedExample {
  readonly server: string
  readonly tool: string
  /** Null: clients do not see the tool. */
  readonly name: string | null
}

const offered = [
  { server: 'git', tool: 'search' },
  { server: 'git', tool: 'commit' },
  { server: 'files', tool: 'search' },
] as const

export function namingExample(naming: Naming, prefix: string): NamedExample[] {
  return offered.map(({ server, tool }) => {
    const clashes = tool === 'search'
    const prefixed = prefix.replaceAll('{server}', server).replaceAll('{tool}', tool)
    switch (naming) {
      case 'prefix-always':
        return { server, tool, name: prefixed }
      case 'prefix-on-conflict':
        return { server, tool, name: clashes ? prefixed : tool }
      case 'override':
        return { server, tool, name: clashes && server === 'git' ? null : tool }
    }
  })
}
