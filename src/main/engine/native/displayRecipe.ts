/** `display_recipe` shows a recipe. A page draws the tool's input. The text is for clients that cannot show pages. */
import { z } from 'zod'
import { defineNativeTool, textResult } from '#engine/native/nativeTool'

const ingredient = () =>
  z.object({
    name: z.string().min(1).describe('What it is, for example "flour"'),
    amount: z.union([z.number(), z.string()]).optional().describe('How much, for example 250 or "a pinch"'),
    unit: z.string().optional().describe('Of the amount, for example "g"'),
  })

const recipe = () =>
  z.object({
    title: z.string().min(1),
    description: z.string().optional().describe('One or two sentences about the dish'),
    servings: z.number().positive().optional(),
    prepMinutes: z.number().nonnegative().optional(),
    cookMinutes: z.number().nonnegative().optional(),
    ingredients: z.array(z.union([z.string().min(1), ingredient()])).min(1),
    steps: z.array(z.string().min(1)).min(1).describe('In the order in which they are done'),
    notes: z.string().optional(),
  })
type Recipe = z.output<ReturnType<typeof recipe>>

export const displayRecipe = defineNativeTool({
  name: 'display_recipe',
  title: 'Show a recipe',
  description:
    'Shows a recipe to the person as a card with its ingredients and steps. Use it whenever you give a recipe.',
  input: recipe,
  call: (input) => textResult(recipeText(input), { recipe: input }),
})

function recipeText(input: Recipe): string {
  const facts = [
    input.servings === undefined ? null : `Serves ${input.servings}`,
    input.prepMinutes === undefined ? null : `Preparation ${input.prepMinutes} min`,
    input.cookMinutes === undefined ? null : `Cooking ${input.cookMinutes} min`,
  ].filter((fact) => fact !== null)
  const parts = [
    `# ${input.title}`,
    input.description,
    facts.length > 0 ? facts.join(' · ') : undefined,
    `## Ingredients\n${input.ingredients.map((one) => `- ${ingredientText(one)}`).join('\n')}`,
    `## Steps\n${input.steps.map((step, place) => `${place + 1}. ${step}`).join('\n')}`,
    input.notes,
  ]
  return parts.filter((part) => part !== undefined).join('\n\n')
}

function ingredientText(one: Recipe['ingredients'][number]): string {
  if (typeof one === 'string') return one
  return [one.amount, one.unit, one.name].filter((part) => part !== undefined).join(' ')
}
