/** One interface for everything that can be driven from outside. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Json } from '#test/support/mcpClients'

export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly _meta?: Json | undefined
}

/** The outcome of a call, however it was made: `text` is its readable part. */
export interface Outcome {
  readonly ok: boolean
  readonly text: string
  /** The number of an MCP error, the code of REST, the exit code of a command; null for a result. */
  readonly code: number | string | null
  readonly result: Json | null
}

export interface Told {
  readonly method: string
  readonly params: Json
}

export interface OutsideClient {
  tools(): Promise<readonly ListedTool[]>
  call(name: string, args?: Json, meta?: Json): Promise<Outcome>
  /** Null: this protocol has none. */
  readonly mcp: McpFace | null
  close(): Promise<void>
}

/** Abilities of MCP clients only. */
export interface McpFace {
  /** Every notification that came, in order. */
  readonly told: Told[]
  request(method: string, params?: Json): Promise<Json>
  follow(uri: string): Promise<void>
}

/** The report of a `worker` tool about a call. */
export interface Report {
  readonly server: string
  readonly tool: string
  readonly pid: number
  readonly request: number | string
  readonly label: string
  readonly words: readonly string[]
  readonly folder: string
  /** Digests of the requested values; null for a missing one. */
  readonly variables?: readonly (string | null)[]
}

export async function report(client: OutsideClient, name: string, args: Json = {}, meta?: Json): Promise<Report> {
  return reportOf(await client.call(name, args, meta))
}

export function reportOf(outcome: Outcome): Report {
  expect(outcome).toMatchObject({ ok: true })
  return JSON.parse(outcome.text) as Report
}

export const namesOf = (tools: readonly ListedTool[]): string[] => tools.map(({ name }) => name)

export function resultOutcome(result: Json): Outcome {
  const content = Array.isArray(result['content']) ? (result['content'] as readonly Json[]) : []
  const text = content.map((block) => (block['type'] === 'text' ? String(block['text']) : '')).join('')
  return { ok: result['isError'] !== true, text, code: null, result }
}

export const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex')
