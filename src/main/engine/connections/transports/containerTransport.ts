/** MCP into a container: over its stdin and stdout where that is its way, else over HTTP at its port. */
import { PassThrough, Writable } from 'node:stream'
import type { ContainerLaunch, HttpLaunch } from '#contract/servers/server'
import type { OpenTransport, Transport, TransportEvents } from '#engine/connections/transport'
import { exitInWords } from '#engine/connections/transports/containerExit'
import { ContainerHttp } from '#engine/connections/transports/containerHttp'
import { connectPipes, type Pipes } from '#engine/connections/transports/pipedTransport'
import type { RunContainer, RunningContainer } from '#engine/hosting/containers'
import type { ContainerExit } from '#engine/hosting/provider'
import type { Clock } from '#engine/ports'

export interface ContainerOpenerOptions {
  readonly runContainer: RunContainer
  readonly openHttp: OpenTransport<HttpLaunch>
  readonly clock: Clock
}

export function createContainerOpener(options: ContainerOpenerOptions): OpenTransport<ContainerLaunch> {
  return (launch, slug, events) => (launch.stdioBridge ? openBridge : openPort)(options, launch, slug, events)
}

type Open = (
  options: ContainerOpenerOptions,
  launch: ContainerLaunch,
  slug: string,
  events: TransportEvents,
) => Promise<Transport>

const openBridge: Open = async ({ runContainer, clock }, launch, slug, events) => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  let tellExit: (exit: ContainerExit) => void
  const exited = new Promise<ContainerExit>((resolve) => (tellExit = resolve))
  const running = await runContainer(slug, launch, {
    onStdout: (bytes) => pour(bytes, stdout),
    onStderr: (bytes) => pour(bytes, stderr),
    onExit: (exit) => {
      stdout.end()
      stderr.end()
      tellExit(exit)
    },
  })
  const stdin = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      void handOver(running, String(text), done)
    },
  })
  // What cannot be written has an exit behind it, which tells.
  stdin.on('error', () => undefined)
  const pipes: Pipes = { pid: null, stdin, stdout, stderr, exited: exited.then(exitInWords), end: () => running.stop() }
  return { ...connectPipes(pipes, events, { clock }), isOnlySession: true }
}

const openPort: Open = async ({ runContainer, openHttp, clock }, launch, slug, events) => {
  const http = new ContainerHttp({ openHttp, clock, slug, events })
  const running = await runContainer(slug, launch, http.containerEvents)
  try {
    await http.connect(running, launch.ports[0])
  } catch (thrown) {
    await running.stop()
    throw thrown
  }
  return http
}

/** Resolves when there is room for more, or nobody reads any more. */
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
