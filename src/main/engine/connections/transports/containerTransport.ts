/**
 * Carries MCP to a server in a container: over stdin and stdout if the launch has a bridge, otherwise over HTTP at the
 * container's port.
 */
import { PassThrough, Writable } from 'node:stream'
import type { ContainerLaunch, HttpLaunch } from '#contract/servers/server'
import type { OpenTransport, Transport, TransportEvents } from '#engine/connections/transport'
import { exitInWords } from '#engine/connections/transports/containerExit'
import { ContainerHttp } from '#engine/connections/transports/containerHttp'
import { connectPipes, type Pipes } from '#engine/connections/transports/pipedTransport'
import type { RunContainer, RunningContainer } from '#engine/hosting/runningContainer'
import type { ContainerEvents, ContainerExit } from '#engine/hosting/provider'
import type { Clock } from '#engine/ports'

export interface ContainerOpenerOptions {
  readonly runContainer: RunContainer
  readonly openHttp: OpenTransport<HttpLaunch>
  readonly clock: Clock
}

export function createContainerOpener(options: ContainerOpenerOptions): OpenTransport<ContainerLaunch> {
  return (launch, slug, events, signal) =>
    (launch.stdioBridge ? openBridge : openPort)(options, launch, slug, events, signal)
}

type Open = (
  options: ContainerOpenerOptions,
  launch: ContainerLaunch,
  slug: string,
  events: TransportEvents,
  signal: AbortSignal | undefined,
) => Promise<Transport>

const openBridge: Open = async ({ runContainer, clock }, launch, slug, events, signal) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  let tellExit: (exit: ContainerExit) => void
  const exited = new Promise<ContainerExit>((resolve) => (tellExit = resolve))
  const containerEvents: ContainerEvents = {
    onStdout: (bytes) => pour(bytes, stdout),
    onStderr: (bytes) => pour(bytes, stderr),
    onNote: (sentence) => events.onOutput('engine', sentence),
    onExit: (exit) => {
      stdout.end()
      stderr.end()
      tellExit(exit)
    },
  }
  const running = await runContainer(slug, launch, containerEvents, signal)
  const stdin = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      void handOver(running, String(text), done)
    },
  })
  // A failed write means that the container has exited, which the exit reports.
  stdin.on('error', () => undefined)
  const pipes: Pipes = { pid: null, stdin, stdout, stderr, exited: exited.then(exitInWords), end: () => running.stop() }
  return { ...connectPipes(pipes, events, { clock }), isOnlySession: true }
}

const openPort: Open = async ({ runContainer, openHttp, clock }, launch, slug, events, signal) => {
  const http = new ContainerHttp({ openHttp, clock, slug, events })
  const running = await runContainer(slug, launch, http.containerEvents, signal)
  try {
    await http.connect(running, launch.ports[0])
  } catch (thrown) {
    await running.stop()
    throw thrown
  }
  return http
}

/** Resolves when the stream has space again, or is no longer read. */
function pour(bytes: Uint8Array, into: PassThrough): void | Promise<void> {
  if (into.destroyed || into.writableEnded || into.write(bytes)) return
  return new Promise((resolve) => {
    const done = () => {
      into.off('drain', done)
      into.off('close', done)
      resolve()
    }
    into.on('drain', done)
    into.on('close', done)
  })
}

async function handOver(
  { container }: RunningContainer,
  text: string,
  done: (fault: Error | null) => void,
): Promise<void> {
  let fault: Error | null = null
  try {
    await container.write(text)
  } catch (thrown) {
    fault = thrown instanceof Error ? thrown : new Error(String(thrown))
  }
  done(fault)
}
