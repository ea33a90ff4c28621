/** A launch for a person who has to agree to it: all of it, below the name of its server. */
import { previewDetails } from '#contract/servers/launchWords'
import type { LaunchPreview } from '#contract/servers/server'

/** Its lines, each indented and with its label. */
export function launchText(launch: LaunchPreview, indent: string): string {
  const { cwd, values } = previewDetails(launch)
  const lines = [launch.line, ...(cwd === null ? [] : [`in ${cwd}`]), ...values.map((value) => `sets ${value}`)]
  return lines.map((line) => `${indent}${line.replaceAll(/\r?\n/g, ' ')}\n`).join('')
}
