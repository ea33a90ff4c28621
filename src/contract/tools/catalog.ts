/** Prompts and resources: of a project's servers, as `/` and `@` offer them in a conversation, or of one server. */
import { z } from 'zod'
import { givenId, givenName, inputBounds } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'

/** `server`: only this server, under its own names and URIs. */
export const catalogPlace = z.object({ projectId: givenId.optional(), server: slug.optional() })
export type CatalogPlace = z.infer<typeof catalogPlace>

export const promptArgument = z.object({
  name: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
})

export const promptSnapshot = z.object({
  /** The name that requests use. */
  name: z.string(),
  server: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  arguments: z.array(promptArgument),
})
export type PromptSnapshot = z.infer<typeof promptSnapshot>

/** The server's annotations of a resource. A field is null if the server does not set it. */
export const resourceNotes = z.object({
  audience: z.array(z.string()),
  priority: z.number().nullable(),
  lastModified: z.string().nullable(),
})

export const resourceSnapshot = z.object({
  /** The URI that reads the resource. The URI of a template contains `{…}`. */
  uri: z.string(),
  server: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  mediaType: z.string().nullable(),
  /** The size in bytes, according to the server. */
  size: z.number().nullable(),
  notes: resourceNotes.nullable(),
  isTemplate: z.boolean(),
})
export type ResourceSnapshot = z.infer<typeof resourceSnapshot>

/** MCP's own results, unchanged. */
export const promptResult = z.looseObject({ messages: z.array(z.unknown()).optional() })
export const resourceResult = z.looseObject({ contents: z.array(z.unknown()).optional() })

export const completionInput = catalogPlace.extend({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: givenName }),
    z.object({ type: z.literal('ref/resource'), uri: z.string().max(inputBounds.uri) }),
  ]),
  argument: z.object({ name: givenName, value: z.string().max(inputBounds.completedValue) }),
  /** The values that the other arguments already have. */
  context: z.record(givenName, z.string().max(inputBounds.completedValue)).optional(),
})
export const completion = z.object({ values: z.array(z.string()), hasMore: z.boolean() })
