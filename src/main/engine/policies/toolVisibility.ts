/** Who the tools of servers with pages of their own (MCP Apps) are for, and who shows such pages. Pure. */

type Fields = { readonly [key: string]: unknown }

/** Of a client, by what it declared: it keeps what is for pages from its model itself. */
export function showsPages({ extensions }: Fields): boolean {
  const declared: unknown = Object(extensions)['io.modelcontextprotocol/ui']
  return typeof declared === 'object' && declared !== null
}

/** A tool that says nothing is for the model and for pages. */
export function isToolFor(tool: Fields, reader: 'model' | 'app'): boolean {
  const ui = Object(Object(tool['_meta'])['ui']) as { readonly visibility?: unknown }
  return !Array.isArray(ui.visibility) || ui.visibility.includes(reader)
}
