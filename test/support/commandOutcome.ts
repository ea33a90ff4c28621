/** The output of a started command, and how it ended. */
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

export type Command = ChildProcessByStdio<Writable, Readable, Readable>

export interface CommandOutcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export async function outcomeOf(child: Command): Promise<CommandOutcome> {
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  await once(child, 'close')
  return { code: child.exitCode, stdout: stdout(), stderr: stderr() }
}

function collect(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return () => text
}
