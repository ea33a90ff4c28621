/** One measurement of calls without HTTP, in a fresh process. */
import { fileURLToPath } from 'node:url'
import type { Workspace } from '#bench/machine/workspace'

export type CallKind = 'line' | 'sdk' | 'router'

export interface CallFigures {
  readonly p50Ms: number
  readonly p99Ms: number
  /** The calling process's CPU time per call, in microseconds. */
  readonly cpu: number
}

export interface CallPlan {
  readonly warmUpCalls: number
  readonly calls: number
}

export async function measureCalls(kind: CallKind, plan: CallPlan, workspace: Workspace): Promise<CallFigures> {
  const script = fileURLToPath(import.meta.resolve('#bench/calls/callProcess'))
  const args = [script, kind, String(plan.warmUpCalls), String(plan.calls)]
  const running = workspace.start({ args, folder: await workspace.makeFolder() })
  try {
    return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, 60_000)) as CallFigures
  } finally {
    await running.end()
  }
}
