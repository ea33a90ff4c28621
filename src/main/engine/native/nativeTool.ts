/** The one shape of a tool that runs in the engine itself. Its input is checked before it is called. */
import { z } from 'zod'
import type { RequestContext } from '#engine/connections/callable'
import type { CallResult } from '#engine/router/call'

export interface NativeTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: Readonly<Record<string, unknown>>
  call(args: unknown, context: RequestContext): Promise<CallResult>
}

interface NativeToolDefinition<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  call(input: z.output<Input>, context: RequestContext): CallResult | Promise<CallResult>
}

export function defineNativeTool<Input extends z.ZodObject>(definition: NativeToolDefinition<Input>): NativeTool {
  const { name, title, description, input } = definition
  return {
    name,
    description,
    get inputSchema() {
      const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
      return inputSchema
    },
    // None of them changes anything or leaves this machine.
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(args, context) {
      const parsed = input.safeParse(args ?? {})
      if (parsed.success) return definition.call(parsed.data, context)
      return failure(`The arguments are not right: ${z.prettifyError(parsed.error)}`)
    },
  }
}

export function textResult(text: string, structuredContent?: Readonly<Record<string, unknown>>): CallResult {
  return { content: [{ type: 'text', text }], ...(structuredContent === undefined ? {} : { structuredContent }) }
}

/** What a model can read and act on, as against an error of the protocol. */
export function failure(text: string): CallResult {
  return { ...textResult(text), isError: true }
}
