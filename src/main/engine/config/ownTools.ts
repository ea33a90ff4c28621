/** Reads a file's own names for a server's tools: `tools: {NAME: {name, description}}`. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { type OwnTool, type OwnTools, ownTool } from '#contract/tools/tool'

export interface ReadOwnTools {
  readonly tools: OwnTools
  /** The problems, with paths inside `tools`. */
  readonly problems: readonly { readonly path: readonly string[]; readonly message: string }[]
}

const said = ownTool.partial().strict()

export function readOwnTools(value: unknown): ReadOwnTools {
  const tools = new Map<string, OwnTool>()
  if (value === undefined) return { tools, problems: [] }
  if (!isObject(value))
    return { tools, problems: [{ path: [], message: 'expected an object: {"TOOL": {"name": "…"}}' }] }
  const problems = Object.entries(value).flatMap(([tool, own]) => {
    const parsed = said.safeParse(own)
    if (!parsed.success)
      return parsed.error.issues.map(({ path, message }) => ({ path: [tool, ...path.map(String)], message }))
    const { name = null, description = null } = parsed.data
    if (name !== null || description !== null) tools.set(tool, { name, description })
    return []
  })
  return { tools, problems: [...problems, ...namedTwice(tools)] }
}

function namedTwice(tools: OwnTools) {
  const first = new Map<string, string>()
  return [...tools].flatMap(([tool, { name }]) => {
    if (name === null) return []
    const other = first.get(name)
    if (other === undefined) {
      first.set(name, tool)
      return []
    }
    return [{ path: [tool, 'name'], message: `${other} also has the name ${name}` }]
  })
}
