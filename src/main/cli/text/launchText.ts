/** A launch for a person who must agree to it: all of it, below the server's name. */
import { previewDetails } from '#contract/servers/launchWords'
import type { LaunchPreview } from '#contract/servers/server'

/** The launch's lines, each indented and with its label. */
export function launchText(launch: LaunchPreview, indent: string): string {
  const { cwd, values } = previewDetails(launch)
  const lines = [launch.line, ...(cwd === null ? [] : [`in ${cwd}`]), ...values.map((value) => `sets ${value}`)]
  return lines.map((line) => `${indent}${line.replaceAll(/\r?\n/g, ' ')}\n`).join('')
}
