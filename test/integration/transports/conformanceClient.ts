/**
 * The client of the conformance suite: an engine's connection to the address in the last argument. It reads the lists,
 * and makes the calls that the scenario names, or calls every tool with arguments that fit its schema.
 */
import { systemClock } from '#engine/clock'
import { Connection } from '#engine/connections/connection'
import { createServerLog } from '#engine/connections/serverLog'
import { defaultBudgets } from '#engine/connections/session/sessionBudgets'
import { openByKind, type TransportOpeners } from '#engine/connections/transport'
import { createRemoteOpeners } from '#engine/connections/transports/httpOpener'
import { noCredentials } from '#test/support/noCredentials'
import { checkListing } from '#engine/policies/checkedTool'
import { recordingLog } from '#test/support/recordingLog'

interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> }
}

const url = process.argv.at(-1) ?? ''
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[]
}
const samples: Readonly<Record<string, unknown>> = { number: 2, integer: 2, boolean: true, string: 'text' }
const log = recordingLog()
let tools: readonly Tool[] = []

const connection = new Connection(
  {
    slug: 'conformance',
    rules: { restart: 'never' },
    isRemote: true,
    prepareLaunch: () => Promise.resolve({ transport: 'http', url, headers: {} }),
    knownEra: null,
    past: { wasReady: false },
    identity: { name: 'switchboard', version: '0' },
    openTransport: openByKind(
      createRemoteOpeners({
        environment: {},
        clock: systemClock,
        random: Math.random,
        log,
        credentialsFor: noCredentials,
      }) as TransportOpeners,
    ),
    budgets: defaultBudgets,
    clock: systemClock,
    random: Math.random,
    log,
    serverLog: createServerLog({ clock: systemClock, redact: (text) => text }),
    redact: (text) => text,
  },
  {
    onState: () => undefined,
    onListing: (kind, entries) => {
      // Quarantined tools are never called.
      if (kind === 'tools')
        tools = checkListing(entries).flatMap(({ definition }) =>
          definition === null ? [] : [definition as unknown as Tool],
        )
    },
    onEra: () => undefined,
    onServerRequest: (asked) => asked.refuse(-32601, 'not here'),
    onNotification: () => undefined,
  },
)

function request(method: string, params: Record<string, unknown>): Promise<string> {
  return new Promise((resolve) => {
    connection.session?.request(
      method,
      params,
      {},
      {
        onResult: (result) => resolve(JSON.stringify(result)),
        onError: (error) => resolve(`error ${error.code} ${error.message}`),
        onLost: (reason) => resolve(`lost: ${reason}`),
      },
    )
  })
}

connection.start()
const state = await connection.settled()
process.stdout.write(`${JSON.stringify(state)}\n`)
if (state.kind === 'ready') {
  // One scenario expects a schema back, to check that the client received all of it.
  const richest = tools.find((tool) => '$schema' in tool.inputSchema)?.inputSchema ?? null
  const sampled = tools.map(({ name, inputSchema }) => ({
    name,
    arguments: Object.fromEntries(
      Object.entries(inputSchema.properties ?? {}).map(([key, { type = '' }]) => [key, samples[type] ?? richest]),
    ),
  }))
  for (const call of context.toolCalls ?? sampled)
    process.stdout.write(`${call.name}: ${await request('tools/call', { ...call })}\n`)
  for (const [method, params] of [
    ['resources/read', { uri: 'file:///path/to/file%20name.txt' }],
    ['prompts/get', { name: 'test_prompt' }],
  ] as const)
    if (process.env['MCP_CONFORMANCE_SCENARIO'] === 'http-standard-headers') await request(method, params)
}
await connection.stop()
