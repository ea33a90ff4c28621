/** What is known of the programs that are clients, where it makes a difference to what they are given. Pure. */
import type { ClientKind } from '#contract/clients/access'
import { clientNames } from '#contract/clients/clientNames'

interface KindFacts {
  /** It is known to take so many tools, and to leave out or refuse the rest. */
  readonly toolLimit?: number
  /** It puts a prefix of its own before each name. */
  readonly addsPrefix?: true
}

const facts: Readonly<Record<ClientKind, KindFacts>> = {
  'claude-desktop': {},
  'claude-code': { addsPrefix: true },
  cursor: { toolLimit: 40, addsPrefix: true },
  vscode: { toolLimit: 128 },
  windsurf: { toolLimit: 100 },
  zed: {},
  other: {},
}

const longestName = 64
const longestNameAfterPrefix = 46

export function nameLengthFor(kind: ClientKind): number {
  return facts[kind].addsPrefix === true ? longestNameAfterPrefix : longestName
}

export function toolLimitOf(kind: ClientKind): number | null {
  return facts[kind].toolLimit ?? null
}

/** People call a client after its program: `Cursor at work`, `claude code`. */
export function kindByName(name: string): ClientKind {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return clientNames.find((kind) => plain.includes(kind.replaceAll('-', ''))) ?? 'other'
}
