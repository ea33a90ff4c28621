/** Launches and commands in words. This file has no schemas, so that a page that only reads does not load them. */
import type { LaunchPreview, LaunchSnapshot } from '#contract/servers/server'
import { byReach } from '#contract/servers/transports'

/** How a person recognises a launch: the words of its command line, its address, or its image. */
export function launchWords(launch: LaunchSnapshot): readonly string[] {
  return byReach<LaunchSnapshot, readonly string[]>(launch, {
    process: ({ command, args }) => [command, ...args],
    address: ({ url }) => [url],
    image: ({ image }) => [image],
  })
}

/** Characters that a reader cannot see, or takes for a plain space. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu
const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escaped(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const hex = code.toString(16)
  return escapes[char] ?? (code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`)
}

/** Makes a word safe to read and to paste into a shell: one line, with an escape for each invisible character. */
export function shellWord(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word
  if (word.search(unseen) === -1) return `'${word.replaceAll("'", "'\\''")}'`
  return `$'${word.replace(/[\\']/g, '\\$&').replace(unseen, escaped)}'`
}

/** A preview's lines after its first: the folder, and the values that the launch sets. Each value is one shell word. */
export function previewDetails({ cwd, values }: LaunchPreview): {
  readonly cwd: string | null
  readonly values: string[]
} {
  return {
    cwd: cwd === null ? null : shellWord(cwd),
    values: Object.entries(values).map(([name, value]) => `${shellWord(name)}=${shellWord(value)}`),
  }
}
