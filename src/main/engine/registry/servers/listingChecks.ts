/**
 * Checks whether a prompt, a resource or a template can be shown to clients, by the same rules as for tools. Pure.
 */
import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/client'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { z } from 'zod'
import { boundedDefinition, outOfBoundsReason } from '#engine/policies/definitionBounds'

/** Allows only fields of the protocol's definition, not necessarily all of them. */
type Fields<Definition> = { readonly [Name in keyof Definition]?: z.ZodType<Definition[Name]> }

const shown = {
  title: z.string().optional(),
  description: z.string().optional(),
  icons: z.array(z.looseObject({ src: z.string() })).optional(),
  _meta: z.looseObject({}).optional(),
}

const prompt = z.looseObject({
  ...shown,
  name: z.string().min(1),
  arguments: z
    .array(z.looseObject({ name: z.string(), description: z.string().optional(), required: z.boolean().optional() }))
    .optional(),
} satisfies Fields<Prompt>)

const described = {
  ...shown,
  name: z.string(),
  mimeType: z.string().optional(),
  annotations: z.looseObject({}).optional(),
}
const resource = z.looseObject({
  ...described,
  uri: z.string().min(1),
  size: z.number().optional(),
} satisfies Fields<Resource>)
const template = z.looseObject({
  ...described,
  uriTemplate: z.string().min(1),
} satisfies Fields<ResourceTemplateType>)

/** The schema of each kind, and the field that identifies an entry. */
const kinds = {
  prompts: { schema: prompt, key: 'name' },
  resources: { schema: resource, key: 'uri' },
  templates: { schema: template, key: 'uriTemplate' },
} as const

export type CheckedKind = keyof typeof kinds

export interface EntryDefinition {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
  readonly [key: string]: unknown
}

export interface CheckedEntry {
  /** The prompt's name, the resource's URI, or the template. */
  readonly key: string
  readonly definition: EntryDefinition
}

export interface RefusedEntry {
  readonly key: string
  readonly reason: string
}

export interface CheckedEntries {
  readonly sound: readonly CheckedEntry[]
  readonly refused: readonly RefusedEntry[]
}

export function checkEntries(kind: CheckedKind, listing: readonly unknown[]): CheckedEntries {
  const { schema, key: field } = kinds[kind]
  const sound = new Map<string, CheckedEntry>()
  const refused: RefusedEntry[] = []
  for (const raw of listing) {
    const key = keyOf(raw, field)
    const outOfBounds = outOfBoundsReason(boundedDefinition(raw).entry)
    if (outOfBounds !== null) {
      refused.push({ key, reason: outOfBounds })
      continue
    }
    const parsed = schema.safeParse(raw)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      refused.push({ key, reason: `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'invalid'}` })
    } else if (sound.has(key))
      refused.push({ key, reason: 'The server lists this entry twice. The first one is used.' })
    else sound.set(key, { key, definition: raw as EntryDefinition })
  }
  return { sound: [...sound.values()], refused }
}

function keyOf(raw: unknown, field: string): string {
  const key = fieldsOf(raw)[field]
  return typeof key === 'string' ? key : '(none)'
}
