/**
 * Says which container runtimes this machine has, and what is missing, in words for a person. Pure except for the
 * terminal's styles.
 */
import { providerTitles } from '#contract/hosting/hostedWords'
import type { RuntimeReport, Runtimes } from '#contract/hosting/hostedServer'
import type { Terminal } from '#main/cli/terminal'
import { oneLine } from '#main/host/output/safeText'

export function runtimesText(terminal: Terminal, { auto, runtimes }: Runtimes): string {
  const outcome =
    auto === null
      ? 'no runtime here isolates servers well enough, unless you allow weaker isolation'
      : `servers run in ${providerTitles[auto]}`
  const lines = [`${terminal.style('bold', 'hosting')}  ${outcome}`]
  for (const one of runtimes.filter(({ available }) => available))
    lines.push(`  ${terminal.style('green', '✓')} ${titleOf(one)}`)
  // A requirement that several runtimes lack is listed once.
  const missing = new Map<string, string[]>()
  for (const one of runtimes) {
    if (one.missing === null) continue
    const why = `${one.missing.reason} ${one.missing.repair}`
    missing.set(why, [...(missing.get(why) ?? []), titleOf(one)])
  }
  for (const [why, titles] of missing)
    lines.push(`  ${terminal.style('dim', '–')} ${titles.join(', ')}`, terminal.style('dim', `      ${oneLine(why)}`))
  return `${lines.join('\n')}\n`
}

function titleOf({ name, weaker, cloud }: RuntimeReport): string {
  if (weaker) return `${providerTitles[name]} (isolates less)`
  return cloud ? `${providerTitles[name]} (not on this machine)` : providerTitles[name]
}
