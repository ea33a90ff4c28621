/** The MCP SDK's part in a sign-in. It is large: loaded when the first server wants one, and not before. */
import type * as sdk from '@modelcontextprotocol/client'

export type Sdk = typeof sdk

let loaded: Promise<Sdk> | null = null

export function loadSdk(): Promise<Sdk> {
  return (loaded ??= import('@modelcontextprotocol/client'))
}
