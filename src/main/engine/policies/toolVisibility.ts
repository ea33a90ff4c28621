/**
 * Decides whether a tool is for the model or for its server's own pages (MCP Apps), and which clients show such
 * pages. Pure.
 */

type Fields = { readonly [key: string]: unknown }

/** Whether a client declares that it shows pages. Such a client itself hides the tools for pages from its model. */
export function showsPages({ extensions }: Fields): boolean {
  const declared: unknown = Object(extensions)['io.modelcontextprotocol/ui']
  return typeof declared === 'object' && declared !== null
}

/** Whether a tool is for this reader. A tool that declares no visibility is for the model and for pages. */
export function isToolFor(tool: Fields, reader: 'model' | 'app'): boolean {
  const ui = Object(Object(tool['_meta'])['ui']) as { readonly visibility?: unknown }
  return !Array.isArray(ui.visibility) || ui.visibility.includes(reader)
}
