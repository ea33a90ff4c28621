/** One server in all projects that have it, in the form that the page shows. Pure. */
import type { MatrixRow } from '#contract/projectServers'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { KnownServer } from '#engine/registry/servers/serverEntry'

export function matrixRow({ definition: { slug, name }, entries, newest }: KnownServer): MatrixRow {
  const tools = newest.tools ?? entries.find((entry) => entry.tools !== null)?.tools ?? []
  const places = new Map(tools.map((tool, place) => [tool.name, place]))
  return {
    slug,
    name,
    tools: tools.map((tool) => {
      const { title } = fieldsOf(tool.raw)
      return {
        name: tool.name,
        title: typeof title === 'string' ? title : null,
        isQuarantined: tool.quarantine !== null,
      }
    }),
    pairs: entries.map(({ row, switchedOff, own }) => ({
      projectId: row.projectId,
      enabled: row.enabled,
      off: [...switchedOff].flatMap((tool) => places.get(tool) ?? []),
      named: [...own].flatMap(([tool, said]) => {
        const place = places.get(tool)
        return place === undefined ? [] : [{ tool: place, ...said }]
      }),
    })),
  }
}
