/** Translates what other clients write in their configuration files into references of our own. Pure. */
import type { Launch } from '#contract/server'
import { changeTexts } from '#engine/secrets/references'

/** `${input:id}`: VS Code asks the person for it. Here it is a secret of that name. */
const asked = /(?<!\$)\$\{input:([^{}]+)\}/g

export function inOwnNotation(launch: Launch): Launch {
  return changeTexts(launch, (text) =>
    text.replace(asked, (_whole, id: string) => `\${${id.trim().replace(/[^A-Za-z0-9_.-]/g, '_')}}`),
  )
}
