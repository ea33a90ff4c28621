/** Suggests first messages, based on the available tools. Pure. */
import type { ToolSnapshot } from '#contract/tools/tool'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { isOffered } from '#renderer/model/tools/toolCost.ts'

export interface Suggestion {
  readonly key: string
  readonly title: string
  /** The text that is sent. */
  readonly text: string
}

const maxShown = 4
const pancakes = {
  title: 'Pancakes',
  servings: 4,
  prepMinutes: 10,
  cookMinutes: 15,
  ingredients: ['250 g flour', '500 ml milk', '3 eggs', 'a pinch of salt', 'butter for the pan'],
  steps: [
    'Whisk everything but the butter.',
    'Let the batter rest for ten minutes.',
    'Fry thin pancakes in hot butter.',
  ],
}

function readsOnly(tool: ToolSnapshot): boolean {
  return fieldsOf(tool.annotations)['readOnlyHint'] === true
}

/** A sentence that asks for the tool. Returns null if its arguments cannot be guessed. */
function sentenceFor(tool: ToolSnapshot): string | null {
  const schema = fieldsOf(tool.inputSchema)
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const types = required.map((name) => fieldsOf(fieldsOf(schema['properties'])[String(name)])['type'])
  if (types.length === 0) return `Use ${tool.publicName}`
  if (types.every((type) => type === 'number' || type === 'integer') && types.length <= 3)
    return `Use ${tool.publicName} with ${types.map((_, index) => index + 2).join(' and ')}`
  return types.length === 1 && types[0] === 'string' ? `Use ${tool.publicName} with "hello"` : null
}

function serverSuggestions(tools: readonly ToolSnapshot[]): Suggestion[] {
  return tools
    .filter(isOffered)
    .toSorted((a, b) => Number(readsOnly(b)) - Number(readsOnly(a)))
    .flatMap((tool) => {
      const text = sentenceFor(tool)
      return text === null ? [] : [{ key: `${tool.server}/${tool.name}`, title: text, text }]
    })
    .slice(0, 2)
}

export interface Circumstances {
  /** Whether the practice model is used. It understands simple words and JSON, and knows no recipes. */
  readonly practice: boolean
  /** Whether the conversation offers Switchboard's own tools. */
  readonly native: boolean
}

export function suggestions(tools: readonly ToolSnapshot[], { practice, native }: Circumstances): Suggestion[] {
  const found: Suggestion[] = [...serverSuggestions(tools)]
  if (native)
    found.push({
      key: 'recipe',
      title: 'Show me a recipe for pancakes',
      text: practice
        ? `Show me a recipe for pancakes with display_recipe: ${JSON.stringify(pancakes)}`
        : 'Show me a recipe for pancakes.',
    })
  if (native)
    found.push({
      key: 'servers',
      title: 'Which servers are running?',
      text: practice ? 'Use switchboard_servers' : 'Which of my servers are running?',
    })
  found.push({ key: 'tools', title: 'What can you do?', text: 'Which tools do you have?' })
  return found.slice(0, maxShown)
}
