/** Translates other clients' notations for references into ours. Pure. */
import { inOwnWords } from '#contract/pasted/placeholders'
import type { Launch } from '#contract/servers/server'
import { changeTexts } from '#engine/secrets/references'

/** Translates a launch. `${input:id}`, for which VS Code asks the person, refers here to a secret with that name. */
export function inOwnNotation<L extends Launch>(launch: L): L {
  return changeTexts(launch, (text) => inOwnWords(text))
}
