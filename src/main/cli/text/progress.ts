/** Shows a waiting person that something is happening, if that takes longer than a moment. */
import type { Terminal } from '#main/cli/terminal'

const showAfterMs = 800
const redrawMs = 120
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export async function withProgress<T>(
  terminal: Terminal,
  label: string | (() => string),
  work: Promise<T>,
): Promise<T> {
  if (!terminal.showsProgress) return work
  const startedAt = performance.now()
  let drawn = 0
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs < showAfterMs) return
    terminal.renote(
      `${frames[drawn % frames.length]} ${typeof label === 'string' ? label : label()} ${Math.floor(elapsedMs / 1_000)} s`,
    )
    drawn += 1
  }, redrawMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (drawn > 0) terminal.renote('')
  }
}
