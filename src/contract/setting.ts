/** Settings of the whole engine, as opposed to those of projects and servers. */
import { z } from 'zod'
import { imageReference } from '#contract/hosting/container'

/** An address without a password, because the setting is stored in plain text. */
const packageAddress = z
  .url({ protocol: /^https?$/, error: 'an address that begins with http:// or https:// was expected' })
  .max(2_000)
  .refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), 'an address without a user and password was expected')

/** The address of a document that describes this client, for issuers that accept such an address as a client id. */
const clientDocument = z
  .string()
  .trim()
  .max(2_000)
  .regex(
    /^(?:https:\/\/[^\s/?#@]+\/[^\s#]+)?$/,
    'an address that begins with https:// and has a path was expected, or nothing',
  )

export const engineSettings = z.object({
  /** Whether tool calls are recorded. */
  recording: z.enum(['on', 'off']),
  /** How many days records are kept. `keepCallsCount` limits their number as well. */
  keepCallsDays: z.number().int().min(1).max(3650),
  keepCallsCount: z.number().int().min(100).max(10_000_000),
  /** How many MB of large arguments and results are kept whole in files. The oldest are deleted first. */
  keepLargeMb: z.number().int().min(0).max(1_000_000),
  /** Who gets Switchboard's own tools: no client, the built-in chat, or also outside clients. */
  nativeTools: z.enum(['off', 'chat', 'everyone']),
  /**
   * `ask`: calls to a tool that changed since its first use wait for a person, for every caller. `allow`: they wait
   * only for callers with approval.
   */
  changedTools: z.enum(['ask', 'allow']),
  /** The images that packages run in: one with Node and npm, one with Python and pip. */
  npmImage: imageReference,
  pypiImage: imageReference,
  /** The registries in which packages are looked up, and from which they are installed. */
  npmRegistry: packageAddress,
  pypiIndex: packageAddress,
  /** Empty: each sign-in registers a client instead. */
  signInClientDocument: clientDocument,
})
export type EngineSettings = z.infer<typeof engineSettings>

export const defaultEngineSettings: EngineSettings = {
  recording: 'on',
  keepCallsDays: 30,
  keepCallsCount: 200_000,
  keepLargeMb: 1024,
  nativeTools: 'chat',
  changedTools: 'allow',
  npmImage: 'node:22-slim',
  pypiImage: 'python:3.13-slim',
  npmRegistry: 'https://registry.npmjs.org/',
  pypiIndex: 'https://pypi.org/simple/',
  signInClientDocument: '',
}
