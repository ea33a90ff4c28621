/**
 * What the control socket serves besides the contract. Both ends must agree on it, even if their versions differ. Pure.
 */

/** An upgrade to a stream of lines, which carries MCP as on stdin and stdout. */
export const linesPath = '/lines'
export const linesProtocol = 'switchboard-lines'

/** A POST from a host that wants the data folder. An engine that no person started then leaves. */
export const leavePath = '/leave'

export type LeaveAnswer =
  | { readonly leaving: true }
  /** `moment`: the engine exits by itself when its command is done. */
  | { readonly leaving: false; readonly holder: 'desktop' | 'headless' | 'moment'; readonly pid: number }

/**
 * Sent on every stream of lines before the engine exits. The bridge then sends nothing new on the stream, and closes it
 * once the running requests are answered. `successor`: another engine is about to take over.
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

/** The client at the other end, as the request path names it. */
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
