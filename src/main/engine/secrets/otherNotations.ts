/** Translates what other clients write in their configuration files into references of our own. Pure. */
import { inOwnWords } from '#contract/pasted/placeholders'
import type { Launch } from '#contract/servers/server'
import { changeTexts } from '#engine/secrets/references'

/** `${input:id}`: VS Code asks the person for it. Here it is a secret of that name. */
export function inOwnNotation<L extends Launch>(launch: L): L {
  return changeTexts(launch, (text) => inOwnWords(text))
}
