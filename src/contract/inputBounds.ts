/**
 * Maximum lengths, in characters or items, of inputs whose cost multiplies: inputs that are compared with every tool,
 * searched for in everything stored, kept for a session, or repeated in each message. Inputs that are only passed on
 * are limited by the size of their message. Routes and MCP clients share this table.
 */
import { z } from 'zod'
import { messageBounds } from '#contract/jsonRpc/messageBounds'

export const inputBounds = {
  /** The id or name of a project, a client or a question. */
  id: 256,
  path: 4_096,
  consent: 256,
  /** The name of a tool, a prompt, a parameter, a variable, or an entry in a file. */
  name: 1_024,
  uri: 10_000,
  completedValue: 65_536,
  /** The words of a tool search. */
  query: 1_000,
  label: 256,
  /** Environment variables may contain whole certificates. */
  value: 4_000_000,
  /** The longest argument that Linux accepts, which limits arguments more than other systems. */
  argument: 131_072,
  arguments: 1_000,
  allArguments: 262_144,
  names: 10_000,
  command: 32_768,
  /** An address can be this long if it contains secrets. */
  address: 32_768,
  header: 100_000,
  ...messageBounds,
  progressToken: 1_024,
  /** A client's name for itself. A longer one is cut, because nothing depends on it. */
  clientInfo: 256,
  /** A client's declared capabilities, as JSON. */
  capabilities: 65_536,
} as const

export const givenId = z.string().min(1).max(inputBounds.id)
export const givenPath = z.string().min(1).max(inputBounds.path)
export const givenConsent = z.string().max(inputBounds.consent)
export const givenName = z.string().max(inputBounds.name)
export const givenNames = z.array(givenName).max(inputBounds.names)
/** Foreign JSON, passed on unchanged. */
export const givenFields = z.record(givenName, z.unknown())
