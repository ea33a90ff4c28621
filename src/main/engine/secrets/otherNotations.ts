/** Translates the notations of other clients' configuration files into our own references. Pure. */
import { inOwnWords } from '#contract/pasted/placeholders'
import type { Launch } from '#contract/servers/server'
import { changeTexts } from '#engine/secrets/references'

/** `${input:id}`: VS Code asks the person for it. Here it is a secret with that name. */
export function inOwnNotation<L extends Launch>(launch: L): L {
  return changeTexts(launch, (text) => inOwnWords(text))
}
