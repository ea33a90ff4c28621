/**
 * How long an input may be, in characters, where its length is multiplied: it is compared with every tool, looked
 * for in all that is stored, kept for a session, or said again in each message. What is only carried on has the bound of
 * its whole message. The one table, for routes and for clients of MCP.
 */
import { z } from 'zod'
import { messageBounds } from '#contract/jsonRpc/messageBounds'

export const inputBounds = {
  /** An id, or a name that stands for one: of a project, a client, a question. */
  id: 256,
  path: 4_096,
  consent: 256,
  /** Of a tool, a prompt, a parameter, a variable, or an entry of a file. */
  name: 1_024,
  uri: 10_000,
  completedValue: 65_536,
  /** Words for the tool that is looked for. */
  query: 1_000,
  label: 256,
  /** Those of an environment may hold whole certificates. */
  value: 4_000_000,
  /** Systems take no longer ones. */
  argument: 131_072,
  arguments: 1_000,
  allArguments: 262_144,
  names: 10_000,
  command: 32_768,
  /** Parts of it may be secrets. */
  address: 32_768,
  header: 100_000,
  ...messageBounds,
  progressToken: 1_024,
  /** What a client calls itself is cut to this, as its name decides nothing. */
  clientInfo: 256,
  /** What a client declares that it can do, as JSON. */
  capabilities: 65_536,
} as const

export const givenId = z.string().min(1).max(inputBounds.id)
export const givenPath = z.string().min(1).max(inputBounds.path)
export const givenConsent = z.string().max(inputBounds.consent)
export const givenName = z.string().max(inputBounds.name)
export const givenNames = z.array(givenName).max(inputBounds.names)
/** Foreign JSON, which is passed on as it is. */
export const givenFields = z.record(givenName, z.unknown())
