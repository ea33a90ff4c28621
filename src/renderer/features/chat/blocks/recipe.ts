/** The recipe given to `display_recipe`, if valid. Only a call to Switchboard's own tool is shown as a recipe. Pure. */
import { z } from 'zod/mini'
import type { ToolCallBlock } from '#contract/chat/chat'

const text = z.string()
const ingredient = z.union([
  text,
  z.object({ name: text, amount: z.optional(z.union([z.number(), text])), unit: z.optional(text) }),
])
const recipe = z.object({
  title: text,
  description: z.optional(text),
  servings: z.optional(z.number()),
  prepMinutes: z.optional(z.number()),
  cookMinutes: z.optional(z.number()),
  ingredients: z.array(ingredient),
  steps: z.array(text),
  notes: z.optional(text),
})
export type Recipe = z.infer<typeof recipe>

export function recipeOf(block: ToolCallBlock): Recipe | null {
  if (block.server !== 'native' || block.toolName !== 'display_recipe' || block.status !== 'succeeded') return null
  const content = block.result?.structuredContent
  const given = typeof content === 'object' && content !== null ? (content as { recipe?: unknown }).recipe : undefined
  return recipe.safeParse(given).data ?? null
}
