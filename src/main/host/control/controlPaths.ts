/**
 * The protocol of the control socket beside the contract. Both ends, also of different versions, must agree on it.
 * Pure.
 */

/** An upgrade to a stream of lines: MCP as on stdin and stdout. */
export const linesPath = '/lines'
export const linesProtocol = 'switchboard-lines'

/** A POST from a host that wants the data folder. An engine that no person started leaves. */
export const leavePath = '/leave'

export type LeaveAnswer =
  | { readonly leaving: true }
  /** `moment`: it ends by itself when its command is done. */
  | { readonly leaving: false; readonly holder: 'desktop' | 'headless' | 'moment'; readonly pid: number }

/**
 * Sent on every stream of lines before its engine goes: send nothing new on it, and close it once the requests under
 * way are answered. `successor`: another engine is about to take over.
 */
const leavingMethod = 'switchboard/leaving'

export function leavingLine(successor: boolean): string {
  return `{"jsonrpc":"2.0","method":"${leavingMethod}","params":{"successor":${successor}}}`
}

/** Null for any other line. */
export function readLeavingLine(line: string): { readonly successor: boolean } | null {
  for (const successor of [true, false]) if (line === leavingLine(successor)) return { successor }
  return null
}

/** The client of a stream of lines, as its address names it. */
export interface LineClientFacts {
  readonly project: string | null
  readonly client: string | null
}

export function linesAddress({ project, client }: LineClientFacts): string {
  const query = new URLSearchParams()
  if (project !== null) query.set('project', project)
  if (client !== null) query.set('client', client)
  return `${linesPath}?${query.toString()}`
}

export function readLinesAddress(url: string): LineClientFacts | null {
  const [path, text = ''] = url.split('?', 2)
  if (path !== linesPath) return null
  const query = new URLSearchParams(text)
  return { project: query.get('project'), client: query.get('client') }
}
