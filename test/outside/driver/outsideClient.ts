/** One interface for everything that tests can drive from outside. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Json } from '#test/support/mcpClients'

export interface ListedTool {
  readonly name: string
  readonly description?: string | undefined
  readonly _meta?: Json | undefined
}

/** The outcome of a call, however the call was made. `text` is the readable part. */
export interface Outcome {
  readonly ok: boolean
  readonly text: string
  /** The number of an MCP error, the code of a REST error, or the exit code of a command. Null for a result. */
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
  /** Null if the client does not speak MCP. */
  readonly mcp: McpFace | null
  close(): Promise<void>
}

/** What only MCP clients can do. */
export interface McpFace {
  /** Every notification that arrived, in order. */
  readonly told: Told[]
  request(method: string, params?: Json): Promise<Json>
  follow(uri: string): Promise<void>
}

/** What a `worker` tool reports about a call. */
export interface Report {
  readonly server: string
  readonly tool: string
  readonly pid: number
  readonly request: number | string
  readonly label: string
  readonly words: readonly string[]
  readonly folder: string
  /** Digests of the requested values, with null for a missing value. */
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
