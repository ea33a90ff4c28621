/**
 * Translates other clients' prompts for a value into Switchboard's notation: `${input:id}` of VS Code becomes the
 * secret `${id}`. Pure.
 */

/** `kinds` matches the prefix of a placeholder's name, with its colon. */
export function inOwnWords(text: string, kinds = /^input:/): string {
  return text.replace(/(?<!\$)\$\{([a-z]+:)([^{}]+)\}/g, (whole, kind: string, id: string) =>
    kinds.test(kind) ? `\${${id.trim().replace(/[^A-Za-z0-9_.-]/g, '_')}}` : whole,
  )
}
