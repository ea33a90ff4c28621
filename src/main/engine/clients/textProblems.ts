/** Problems of an imported text as a whole: parts that were not understood, or not read literally. Pure. */
import { jsonIn, readPastedText } from '#engine/clients/clientLayout'
import { fileProblems } from '#engine/config/configFile'

export function textProblems(text: string): string[] {
  const json = jsonIn(text)
  if (json === null) return [...readPastedText(text).notes]
  // A list, or a single member, has no fields of its own.
  return json
    .trimStart()
    .replace(/^\uFEFF/, '')
    .startsWith('"')
    ? []
    : fileProblems(json)
}
