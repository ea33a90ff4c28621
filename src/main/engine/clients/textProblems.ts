/** What a text that is imported says as a whole that was not understood, or not taken as it is written. Pure. */
import { jsonIn, readPastedText } from '#engine/clients/clientLayout'
import { fileProblems } from '#engine/config/configFile'

export function textProblems(text: string): string[] {
  const json = jsonIn(text)
  if (json === null) return [...readPastedText(text).notes]
  // A list, or a member alone, says nothing as a whole.
  return json
    .trimStart()
    .replace(/^\uFEFF/, '')
    .startsWith('"')
    ? []
    : fileProblems(json)
}
