/**
 * The prompts and resources of a view, in the form that the page lists. Pure. Fields that a server omits or gets
 * wrong are left out.
 */
import { z } from 'zod'
import type { PromptSnapshot, ResourceSnapshot } from '#contract/tools/catalog'
import type { CatalogView } from '#engine/registry/catalog/catalogView'

const text = z.string().nullish().catch(null)
const common = z.looseObject({
  name: z.string().catch(''),
  title: text,
  description: text,
  mimeType: text,
  _meta: z.looseObject({ 'switchboard/server': z.string() }),
})
const prompt = common.extend({
  arguments: z
    .array(z.looseObject({ name: z.string(), description: text, required: z.boolean().nullish().catch(null) }))
    .catch([]),
})
const notes = z
  .looseObject({
    audience: z.array(z.string()).catch([]),
    priority: z.number().nullish().catch(null),
    lastModified: text,
  })
  .nullish()
  .catch(null)
const offered = common.extend({ annotations: notes, size: z.number().nonnegative().nullish().catch(null) })
const resource = offered.extend({ uri: z.string() })
const template = offered.extend({ uriTemplate: z.string() })
const answer = z.looseObject({
  completion: z.looseObject({ values: z.array(z.string()), hasMore: z.boolean().nullish() }),
})

export function promptSnapshots({ prompts }: CatalogView): PromptSnapshot[] {
  return prompts.list.entries.flatMap((entry) => {
    const { data } = prompt.safeParse(entry)
    if (data === undefined) return []
    const args = data.arguments.map((one) => ({
      name: one.name,
      description: one.description ?? null,
      required: one.required === true,
    }))
    return [{ ...named(data), arguments: args }]
  })
}

export function resourceSnapshots({ resources }: CatalogView): ResourceSnapshot[] {
  const listed = resources.list.entries.flatMap((entry) => {
    const { data } = resource.safeParse(entry)
    return data === undefined ? [] : [{ ...resourceFacts(data), uri: data.uri, isTemplate: false }]
  })
  const templates = resources.templates.entries.flatMap((entry) => {
    const { data } = template.safeParse(entry)
    return data === undefined ? [] : [{ ...resourceFacts(data), uri: data.uriTemplate, isTemplate: true }]
  })
  return [...listed, ...templates]
}

export function completionIn(result: unknown): { values: string[]; hasMore: boolean } {
  const { data } = answer.safeParse(result)
  return { values: data?.completion.values ?? [], hasMore: data?.completion.hasMore === true }
}

function resourceFacts(data: z.infer<typeof offered>) {
  const { mimeType, size, annotations } = data
  const { audience = [], priority, lastModified } = annotations ?? {}
  const said = audience.length > 0 || typeof priority === 'number' || typeof lastModified === 'string'
  return {
    ...named(data),
    mediaType: mimeType ?? null,
    size: size ?? null,
    notes: said ? { audience, priority: priority ?? null, lastModified: lastModified ?? null } : null,
  }
}

function named({ name, title, description, _meta }: z.infer<typeof common>) {
  return { name, server: _meta['switchboard/server'], title: title ?? null, description: description ?? null }
}
