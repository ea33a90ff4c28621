/** The servers' listings in the catalog benchmarks. */

/** Every server shares a few tool names with the others, as real ones do. */
export function listingOf(server: number, count: number): object[] {
  return Array.from({ length: count }, (_unused, tool) => definition(server, tool))
}

function definition(server: number, tool: number): object {
  const name = tool < 3 ? ['search', 'read', 'list'][tool] : `tool_${server}_${tool}`
  const properties = Object.fromEntries(
    ['path', 'query', 'limit', 'cursor'].map((key) => [
      key,
      { type: 'string', description: `What ${key} means here.` },
    ]),
  )
  return {
    name,
    description: `Does what tool ${tool} of server ${server} does, for whoever asks it to be done, and says how it went.`,
    inputSchema: { type: 'object', properties, required: ['path'] },
  }
}

export function timed(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
