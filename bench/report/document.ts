/** docs/benchmarks.md: what was measured and how, so that anybody can judge the figures and take them again. */
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem, type as systemType } from 'node:os'
import { join } from 'node:path'
import { canPin } from '#bench/machine/cores'
import { chatPageTable } from '#bench/report/chatPageReport'
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
import { catalogTable, loopTable, sessionsTable, startTable } from '#bench/report/engineTables'

/** It has no figures: they are judged, not compared. */
const attackSection = readFileSync(join(import.meta.dirname, 'attacks.md'), 'utf8')

export function benchmarkDocument(results: Results, rounds: number): string {
  const missing = reasons(results)
  return `# Benchmarks

Written by \`npm run bench\`. Every figure is the median of ${rounds} rounds; in each round every contestant is started
anew and measured, in an order that moves on by one from round to round. All ratios are of these medians.

Machine: ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB of memory, ${systemType()} ${process.arch}, Node ${process.versions.node}. Load comes over loopback alone.

## Targets

${targetTable(results)}

## A call inside one process

One caller and the server on one core, one call after another, 100 bytes echoed by the same stdio server. The SDK client calls \`callTool\`. CPU is
that of the calling process, from the operating system. The router is the engine's own, with the checks, queues and limits that
every call passes.

${callTable(results)}

## A call over HTTP, 1 in flight

The client is a process of its own with bare keep-alive sockets, the same for everybody; it reads answers as JSON and as
event streams, parses each one and checks its text, which is another one in every call. The latency ends when the answer has
come in whole. A listing has 25 tools.

${
  canPin
    ? `Client, gateway and server run on one core: only one of them has work at a time, and waking the next one on another core
takes as long as the call itself, at random. "All cores" is the same where the scheduler puts them.`
    : 'This machine cannot tie processes to a core, so the scheduler moves them at will and the figures vary.'
}

${latencyTable(results)}

## Calls over HTTP, 32 in flight

One session, 32 connections. No peer keeps records, so the targets of the way of a call are judged with recording off; what
records cost on top is in the rows beside. Memory is the resident set of the gateway's own process after the first 5,000 calls, half of them with 1 in flight. The
client, the gateway and the server share the cores.

${throughputTable(results)}

## CPU per HTTP call

Of all threads of the gateway's own process, from the scheduler's count; "with children" adds every process below it, the MCP
server included. "Afterwards" is what the gateway does for each of the calls with 32 in flight when they are over: Switchboard
files what it recorded so that it can be searched, at the latest when somebody asks for it.

${cpuTable(results)}

## Many servers

30 servers, each a process of the same script with ten tools. "Full list" is the first answer that has all of them, asked for
again and again from the start of the process on. mcp-hub is the peer that puts many servers behind one address. Listings are
measured once all servers are up, client and gateway on one core. With kept listings Switchboard starts in the folder that an
earlier run has left; then with one server that never answers.

${startTable(results)}

The catalog is built in a fresh process from listings that were checked before. A toggle ends with the hash by which clients
are told; the list as text is made when somebody asks. A further project has all servers, two tools of each switched off, and
every other project an own name for a tool of each; its memory is that of its pairs with their connections, and of its catalog.

${catalogTable(results)}

## A busy loop

Calls at a steady rate over 64 connections, one of 50 with a result of 1 MB, every call recorded. The delay of the loop is that of
timers inside the engine's process (\`monitorEventLoopDelay\`, switched on by a module loaded with \`--import\`).

${loopTable(results)}

## Many sessions

200 clients, each with a session, a connection and a notification stream of its own; every call carries a text that no other
has. Then one server's list grows. An idle session is weighed by the heap after full garbage collections, in a thousand of them.

${sessionsTable(results)}

## Chat

An engine between a model's endpoint and a stdio server, both processes of their own; every call is recorded, every block
stored, and somebody watches the conversation as a page does. The endpoint notes when it writes the end of a use of a tool,
the server when it gets the call, both by the machine's monotonic clock. The 20 calls at once are at a server with
\`concurrency: 64\`: at one with the usual 16, the last four wait for their turn. What was sent before is counted in characters at
the endpoint, with a search for a tool and a restart of the server between; tools that a model does not read are left out.
The heap is that of the process after full garbage collections, from the 30th turn to the 630th. The loop's delay is
that of timers (\`monitorEventLoopDelay\`).

${chatTable(results)}

## The page of a conversation

A real Chromium shows a conversation of 200 messages while an endpoint streams prose, code, a list, a table and a mixture into
it. Tasks are those of the page's main thread in the browser's trace, by the clock; what a task took on a core is told beside
it, as is how long the thread waited for one: on a busy machine the clock counts what others do. The hour is 360 turns and
the five streams; garbage is collected before both readings.

${chatPageTable(results)}

## Switchboard alone

Memory gained is the difference of the resident set after full garbage collections, asked for through the debugging port,
in one run of 100,000 calls with 32 in flight. The page is opened by a real Chromium with an empty cache as soon as the command says \`ready\`;
it counts as interactive when its first control would take a click. First-load JavaScript is the entry modules and
all that they import statically.

${ownTable(results)}

${attackSection}
## Contestants

- The **floor** is \`bench/servers/relay.ts\`: an HTTP relay in front of one stdio server that maps ids and checks nothing. It shows what
  \`node:http\`, two pipes and the client take by themselves.
- **Switchboard** is the built command as it ships: token, Host and Origin checks, sessions, queues and routes, with
  \`concurrency: 64\` for the server.
- **mcp-hub 4.2.1** offers clients one MCP endpoint, with the older SSE transport; its REST interface is not MCP.
- **mcp-proxy 6.7.19** is measured on both of its transports, with its defaults.
- **supergateway 4.0.0** bridges one server, stateful, with logging off; it starts one server process for each session.
${missing.length === 0 ? '' : `\nA dash means:\n\n${missing.map((reason) => `- ${reason.split('\n')[0]}`).join('\n')}\n`}`
}
