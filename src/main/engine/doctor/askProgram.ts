/**
 * Runs a program briefly to read its output, within limits of time and size. The program is stopped with everything
 * that it started.
 */
import type { ProcessKeeper, ProcessSpec } from '#engine/connections/processes/processKeeper'
import type { Clock } from '#engine/ports'

export interface AskParts {
  readonly keeper: ProcessKeeper
  readonly clock: Clock
}

export interface ProgramAnswer {
  readonly stdout: string
  readonly stderr: string
  /** The exit code; null if the program did not exit in time. */
  readonly code: number | null
}

const maxCharacters = 16_384

/** Rejects with `COMMAND_FAILED` if the program cannot be started. */
export async function askProgram(
  { keeper, clock }: AskParts,
  spec: ProcessSpec,
  limitMs: number,
): Promise<ProgramAnswer> {
  const kept = await keeper.spawn(spec)
  const [stdout, stderr] = [collect(kept.stdout), collect(kept.stderr)]
  kept.stdin.end()
  let late: (() => void) | undefined
  const bound = new Promise<null>((resolve) => (late = () => resolve(null)))
  const timer = clock.after(limitMs, () => late?.())
  const ended = kept.exited.then(async ({ code }) => {
    await Promise.race([Promise.all([stdout.ended, stderr.ended]), bound])
    return code
  })
  try {
    const code = await Promise.race([ended, bound])
    return { stdout: stdout.text(), stderr: stderr.text(), code }
  } finally {
    timer.cancel()
    late?.()
    await kept.end()
  }
}

function collect(stream: NodeJS.ReadableStream): { readonly text: () => string; readonly ended: Promise<void> } {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    if (text.length < maxCharacters) text += chunk.slice(0, maxCharacters - text.length)
  })
  const ended = new Promise<void>((resolve) => void stream.once('close', resolve))
  return { text: () => text, ended }
}
