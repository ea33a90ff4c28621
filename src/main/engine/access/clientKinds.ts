/** Facts about clients' programs that affect what a client gets. Pure. */
import type { ClientKind } from '#contract/clients/access'
import { clientNames } from '#contract/clients/clientNames'

interface KindFacts {
  /** How many tools the program is known to accept. It leaves out or refuses the rest. */
  readonly toolLimit?: number
  /** Whether the program adds a prefix of its own to each name. */
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

const maxNameLength = 64
const maxNameAfterPrefix = 46

export function nameLengthFor(kind: ClientKind): number {
  return facts[kind].addsPrefix === true ? maxNameAfterPrefix : maxNameLength
}

export function toolLimitOf(kind: ClientKind): number | null {
  return facts[kind].toolLimit ?? null
}

/** People name a client after its program: `Cursor at work`, `claude code`. */
export function kindByName(name: string): ClientKind {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
  return clientNames.find((kind) => plain.includes(kind.replaceAll('-', ''))) ?? 'other'
}
