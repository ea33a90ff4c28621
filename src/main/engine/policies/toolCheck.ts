/**
 * Checks whether a tool definition can be shown to clients. One malformed tool makes common clients drop the whole
 * list, so the tool alone is quarantined, with the reason. Pure.
 */
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { z } from 'zod'
import { boundedDefinition, outOfBoundsReason } from '#engine/policies/definitionBounds'
import { readParameterHeaders } from '#engine/policies/parameterHeaders'
import { capText } from '#engine/structures/textCap'

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

const definition = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: objectSchema,
  outputSchema: objectSchema.optional(),
  annotations: z
    .looseObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  icons: z.array(z.looseObject({ src: z.string() })).optional(),
  _meta: z.looseObject({}).optional(),
})

export interface ToolDefinition {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly inputSchema: unknown
  readonly annotations?: unknown
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
  readonly [key: string]: unknown
}

export type ToolCheck =
  | { readonly ok: true; readonly tool: ToolDefinition }
  | { readonly ok: false; readonly name: string; readonly reason: string }

const maxReasonBytes = 500

export function checkTool(raw: unknown): ToolCheck {
  const outOfBounds = outOfBoundsReason(boundedDefinition(raw).entry)
  if (outOfBounds !== null) return { ok: false, name: nameIn(raw), reason: outOfBounds }
  const parsed = definition.safeParse(raw)
  const headerFault = parsed.success ? readParameterHeaders(parsed.data.inputSchema).fault : null
  // The original object is passed on, because a parsed copy might have lost fields.
  if (parsed.success && headerFault === null) return { ok: true, tool: raw as ToolDefinition }
  const issue = parsed.error?.issues[0]
  const path = issue === undefined || issue.path.length === 0 ? 'the definition' : issue.path.map(String).join('.')
  const reason =
    headerFault === null ? `${path}: ${issue?.message ?? 'not a tool definition'}` : `inputSchema: ${headerFault}`
  return { ok: false, name: nameIn(raw), reason: capText(reason, maxReasonBytes) }
}

function nameIn(raw: unknown): string {
  const named = fieldsOf(raw)['name']
  return typeof named === 'string' && named !== '' ? named : '(no name)'
}
