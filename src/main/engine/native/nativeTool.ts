/** The form of every tool that runs in the engine itself. The input is checked before the tool is called. */
import { z } from 'zod'
import type { CallerContext } from '#engine/connections/callable'
import type { CallResult } from '#engine/router/call'
import { once } from '#engine/structures/once'

export interface NativeTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: Readonly<Record<string, unknown>>
  call(args: unknown, context: CallerContext): Promise<CallResult>
}

interface NativeToolDefinition<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Called at the first use of the tool. */
  readonly input: () => Input
  call(input: z.output<Input>, context: CallerContext): CallResult | Promise<CallResult>
}

export function defineNativeTool<Input extends z.ZodObject>(definition: NativeToolDefinition<Input>): NativeTool {
  const { name, title, description } = definition
  const input = once(definition.input)
  return {
    name,
    description,
    get inputSchema() {
      const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(input(), { io: 'input' })
      return inputSchema
    },
    // None of these tools changes data or reaches beyond this machine.
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(args, context) {
      const parsed = input().safeParse(args ?? {})
      if (parsed.success) return definition.call(parsed.data, context)
      return failure(`The arguments are invalid: ${z.prettifyError(parsed.error)}`)
    },
  }
}

export function textResult(text: string, structuredContent?: Readonly<Record<string, unknown>>): CallResult {
  return { content: [{ type: 'text', text }], ...(structuredContent === undefined ? {} : { structuredContent }) }
}

/** An error that a model can read and act on, unlike a protocol error. */
export function failure(text: string): CallResult {
  return { ...textResult(text), isError: true }
}
