/**
 * Loads the parts of the MCP SDK that sign-ins use. They are large, so they are loaded when the first server needs a
 * sign-in.
 */
import type * as sdk from '@modelcontextprotocol/client'

export type Sdk = typeof sdk

let loaded: Promise<Sdk> | null = null

export function loadSdk(): Promise<Sdk> {
  return (loaded ??= import('@modelcontextprotocol/client'))
}
