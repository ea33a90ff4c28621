/** What is said at the control socket beside the contract: both ends, and engines of other versions, must agree on it. Pure. */

/** An upgrade to a stream of lines: MCP as on stdin and stdout. */
export const linesPath = '/lines'
export const linesProtocol = 'switchboard-lines'

/** A POST by a host that wants the data folder: whoever runs for nobody in particular makes room. */
export const leavePath = '/leave'

export type LeaveAnswer =
  | { readonly leaving: true }
  /** `moment`: it ends by itself when its command is done. */
  | { readonly leaving: false; readonly holder: 'desktop' | 'headless' | 'moment'; readonly pid: number }

/**
 * Told on every stream of lines before its engine goes: nothing new should be said on it, and it should be closed when
 * what is under way has been answered. `successor`: another engine is about to take over.
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

/** Who is at the other end of a stream of lines, as its address says it. */
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
