/** `sample`: a small MCP server on stdin and stdout, to try Switchboard with. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Command } from 'commander'
import { createLineSplitter } from '#engine/net/lineSplitter'
import type { CommandContext } from '#main/cli/commandContext'
import { SampleServer } from '#main/cli/sample/sampleServer'

const maxLineBytes = 4 * 1024 * 1024

export function addSampleCommand(program: Command, context: CommandContext): void {
  program
    .command('sample')
    .description('run a sample MCP server on stdin and stdout: harmless tools, no network')
    .action(() => serveSample(context))
}

async function serveSample({ terminal, interruption, installation }: CommandContext): Promise<void> {
  const { input, output } = terminal.streams()
  const server = new SampleServer({
    version: installation.version,
    send: (message) => output.write(`${JSON.stringify(message)}\n`),
    pause: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  })
  const lines = createLineSplitter({
    maxBytes: maxLineBytes,
    onLine: (line) => server.take(parsed(line)),
    onTooLong: () => undefined,
  })
  await new Promise<void>((resolve) => {
    input.on('data', (chunk: Buffer) => lines.push(chunk))
    for (const event of ['end', 'close', 'error']) input.once(event, resolve)
    output.once('error', resolve)
    interruption.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  server.end()
  input.destroy()
}

/** Lines that are not JSON, or not messages, are ignored. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
