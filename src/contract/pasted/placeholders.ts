/** What other clients ask the person for, as Switchboard writes it: `${input:id}` of VS Code is the secret `${id}`. Pure. */

/** `kinds` matches what stands in front of the name, with its colon. */
export function inOwnWords(text: string, kinds = /^input:/): string {
  return text.replace(/(?<!\$)\$\{([a-z]+:)([^{}]+)\}/g, (whole, kind: string, id: string) =>
    kinds.test(kind) ? `\${${id.trim().replace(/[^A-Za-z0-9_.-]/g, '_')}}` : whole,
  )
}
