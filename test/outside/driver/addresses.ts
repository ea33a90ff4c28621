/** The ways to drive Switchboard from outside, and the properties of each address. This file contains only data. */

/**
 * The ways of configuration. `file`: a file for `--config` contains the servers. `added`: the command and REST added
 * the servers.
 */
export const ways = ['added', 'file'] as const
export type Way = (typeof ways)[number]

export interface AddressFacts {
  /** The servers that are visible at this address. */
  readonly sees: 'all' | 'project' | 'server'
  /**
   * The client for this address. `legacy` is the SDK's client of 2025-11-25 and older, `modern` the one of 2026-07-28.
   */
  readonly by: 'legacy' | 'modern' | 'REST' | 'command' | 'chat'
  /** Whether the address runs the servers itself, in a process other than the engine under test. */
  readonly alone?: true
}

const facts = {
  '/mcp': { sees: 'all', by: 'legacy' },
  '/mcp modern': { sees: 'all', by: 'modern' },
  '/mcp/p': { sees: 'project', by: 'legacy' },
  '/mcp/p modern': { sees: 'project', by: 'modern' },
  '/mcp/s': { sees: 'server', by: 'legacy' },
  '/mcp/s modern': { sees: 'server', by: 'modern' },
  '/sse': { sees: 'all', by: 'legacy' },
  '/sse/p': { sees: 'project', by: 'legacy' },
  '/sse/s': { sees: 'server', by: 'legacy' },
  stdio: { sees: 'all', by: 'legacy' },
  'stdio modern': { sees: 'all', by: 'modern' },
  'stdio --project': { sees: 'project', by: 'legacy' },
  'stdio --config': { sees: 'all', by: 'legacy', alone: true },
  REST: { sees: 'all', by: 'REST' },
  command: { sees: 'all', by: 'command' },
  'command --config': { sees: 'all', by: 'command', alone: true },
  chat: { sees: 'project', by: 'chat' },
} as const satisfies Readonly<Record<string, AddressFacts>>

export type Address = keyof typeof facts
export const addresses = Object.keys(facts) as readonly Address[]
export const factsOf = (address: Address): AddressFacts => facts[address]

export const thatSee = (...kinds: readonly AddressFacts['sees'][]): Address[] =>
  addresses.filter((address) => kinds.includes(facts[address].sees))
export const spokenBy = (...kinds: readonly AddressFacts['by'][]): Address[] =>
  addresses.filter((address) => kinds.includes(facts[address].by))
export const alone: readonly Address[] = addresses.filter((address) => factsOf(address).alone === true)

/** Returns the reason why an address cannot be used with this way of configuration, or null if it can. */
export function impossible(address: Address, way: Way): string | null {
  return way === 'added' && factsOf(address).alone === true ? 'there is no file to name' : null
}
