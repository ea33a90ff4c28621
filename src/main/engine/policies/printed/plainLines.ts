/** Cuts a program's output to its last lines, and removes colours. Pure. */

// oxlint-disable-next-line no-control-regex -- that is what colours are
const escapes = /\u001B(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g

/** How many lines are read. The end says why the program failed, so earlier lines are ignored. */
const maxLines = 400
const maxLineLength = 2_000

export function plainLines(lines: readonly string[]): string[] {
  const last = lines.slice(-maxLines).map((line) => line.slice(0, maxLineLength))
  return withoutMargin(last.map((line) => line.replace(escapes, '').trimEnd()))
}

/** Removes the margin that Python draws around the members of an exception group. */
function withoutMargin(lines: string[]): string[] {
  if (!lines.some((line) => line.includes('Exception Group Traceback'))) return lines
  return lines.map((line) => line.replace(/^[\s|+-]*\| ?/, ''))
}
