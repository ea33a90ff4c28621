/** Writes docs/benchmarks.md: what was measured and how, so that a reader can judge the figures and repeat them. */
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem, type as systemType } from 'node:os'
import { join } from 'node:path'
import { canPin } from '#bench/machine/cores'
import { desktopTable, listsTable } from '#bench/report/windowReport'
import { chatPageTable } from '#bench/report/chatPageReport'
import { hostedTable } from '#bench/report/hostedReport'
import type { Results } from '#bench/report/results'
import {
  callTable,
  cpuTable,
  latencyTable,
  ownTable,
  reasons,
  targetTable,
  throughputTable,
} from '#bench/report/tables'
import { chatTable } from '#bench/report/chatReport'
import { catalogTable, loopTable, sessionsTable, signInTable, startTable } from '#bench/report/engineTables'

/** The section on attacks has no figures, because attacks are judged, not compared. */
const attackSection = readFileSync(join(import.meta.dirname, 'attacks.md'), 'utf8')

export function benchmarkDocument(results: Results, rounds: number): string {
  const missing = reasons(results)
  return `# Benchmarks

Written by \`npm run bench\`. Every figure is the median of ${rounds} rounds. In each round every contestant is started
and measured again, in an order that rotates by one from round to round. All ratios are of these medians.

Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB of memory, ${systemType()} ${process.arch}, Node ${process.versions.node}. All load comes over loopback.

## Targets

${targetTable(results)}

## A call inside one process

One caller and the server on one core, one call after another, 100 bytes echoed by the same stdio server. The SDK client calls \`callTool\`. CPU is
that of the calling process, from the operating system. The router is the engine's own, with the checks, queues and limits that
every call passes.

${callTable(results)}

## A call over HTTP, 1 in flight

The client is a separate process with bare keep-alive sockets, the same for all contestants. It reads answers as JSON and as
event streams, parses each one and checks its text, which differs in every call. The latency ends when the whole answer has
arrived. A listing has 25 tools.

${
  canPin
    ? `Client, gateway and server run on one core: only one of them has work at a time, and waking the next one on another core
takes as long as the call itself, at random. "All cores" is the same without pinning.`
    : 'This machine cannot tie processes to a core, so the scheduler moves them at will and the figures vary.'
}

${latencyTable(results)}

## Calls over HTTP, 32 in flight

One session, 32 connections. No peer keeps records, so the targets of the call path are judged with recording off; the additional
cost of records is in the rows beside. Memory is the resident set of the gateway's own process after the first 5,000 calls, half of them with 1 in flight. The
client, the gateway and the server share the cores.

${throughputTable(results)}

## CPU per HTTP call

All threads of the gateway's own process, from the scheduler's count; "with children" adds every process below it, including
the MCP server. "Afterwards" is the gateway's work per call after the calls with 32 in flight are over: Switchboard
files its records so that they can be searched, at the latest when they are read.

${cpuTable(results)}

## Many servers

30 servers, each a process of the same script with ten tools. "Full list" is the first answer with all of them, requested
repeatedly from the start of the process. mcp-hub is the peer that puts many servers behind one address. Listings are
measured once all servers are up, client and gateway on one core. With kept listings, Switchboard starts in the folder of an
earlier run; then with one server that never answers.

${startTable(results)}

The catalog is built in a fresh process from listings that were checked before. A toggle ends with the hash that decides which
clients are notified; the list as text is built on request. A further project has all servers, with two tools of each switched
off, and every other project also an own name for a tool of each; its memory is that of its pairs with their connections, and
of its catalog.

${catalogTable(results)}

## A busy loop

Calls at a steady rate over 64 connections, one of 50 with a result of 1 MB, every call recorded. The loop delay is that of
timers inside the engine's process (\`monitorEventLoopDelay\`, switched on by a module loaded with \`--import\`).

${loopTable(results)}

## Many sessions

200 clients, each with its own session, connection and notification stream; every call has a unique text. Then one server's
list grows. An idle session is measured by the heap after full garbage collections, in a thousand of them.

${sessionsTable(results)}

## Remote servers with a sign-in

One remote server on loopback, added twice: with a static \`Authorization\` header, and with a sign-in of its own. Calls
take turns in one process, twenty at a time.

${signInTable(results)}

## Hosted servers

A Docker Engine of the run's own, one image with the same stdio server, containers with the limits that a hosted server has.
"By hand" is a client of 60 lines that creates a container, attaches, starts it and speaks JSON-RPC lines in the Engine's frames; its calls,
those through the router and those by \`POST …/call\` take turns in one process, twenty at a time. Starts are side by side, until the
last one has answered \`initialize\`. A kill is SIGKILL by the Docker Engine: what ends is heard of, nothing polls.

${hostedTable(results)}

## Chat

An engine between a model's endpoint and a stdio server, both separate processes; every call is recorded, every block
stored, and a client watches the conversation as a page does. The endpoint notes when it writes the end of a tool use,
the server when it gets the call, both by the machine's monotonic clock. The 20 calls at once go to a server with
\`concurrency: 64\`: at one with the usual 16, the last four wait for their turn. "Sent before" is the repeated beginning of a
request, counted in characters at the endpoint, with a tool search and a restart of the server in between; tools that a model
does not read are left out. The heap is that of the process after full garbage collections, from the 30th turn to the 630th.
The loop delay is that of timers (\`monitorEventLoopDelay\`).

${chatTable(results)}

## The page of a conversation

A real Chromium shows a conversation of 200 messages while an endpoint streams prose, code, a list, a table and a mixture into
it. Tasks are those of the page's main thread in the browser's trace, by the clock; the time on a core is given beside
it, as is the time the thread waited for one: on a busy machine the clock includes the work of other programs. The hour is 360
turns and the five streams; garbage is collected before both readings.

${chatPageTable(results)}

## The page with long lists

A real Chromium at an engine with 25 servers of 200 tools and 100,000 recorded calls. Each list is scrolled by the wheel, 36,000 pixels
down and up, and filtered letter by letter. Tasks are measured as above. A switch is clicked by a script; its state
counts as shown in the frame after the one that has it.

${listsTable(results)}

## The packaged app

Switchboard as it is packaged, started in the folder of an earlier run with 30 servers, beside the same Electron with an archive
that only opens an empty window. The time is from the start of the process to the frame with all 30 rows, or to the first paint of the
empty window, by the page's clock. Memory is the proportional set of all processes but the servers', 10 s later.

${desktopTable(results)}

## Switchboard alone

Memory gained is the difference of the resident set after full garbage collections, triggered through the debugging port,
in one run of 100,000 calls with 32 in flight. The page is opened by a real Chromium with an empty cache as soon as the command says \`ready\`;
it counts as interactive when its first control would accept a click. First-load JavaScript is the entry modules and
everything they import statically.

${ownTable(results)}

${attackSection}
## Contestants

- The **floor** is \`bench/servers/relay.ts\`: an HTTP relay in front of one stdio server that maps ids and checks nothing. It shows what
  \`node:http\`, two pipes and the client cost by themselves.
- **Switchboard** is the built command as it ships: token, Host and Origin checks, sessions, queues and routes, with
  \`concurrency: 64\` for the server.
- **mcp-hub 4.2.1** offers clients one MCP endpoint, with the older SSE transport; its REST interface is not MCP.
- **mcp-proxy 6.7.19** is measured on both of its transports, with its defaults.
- **supergateway 4.0.0** bridges one server, stateful, with logging off; it starts one server process for each session.
${missing.length === 0 ? '' : `\nA dash means:\n\n${missing.map((reason) => `- ${reason.split('\n')[0]}`).join('\n')}\n`}`
}
