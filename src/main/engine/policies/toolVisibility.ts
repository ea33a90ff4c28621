/** Who a tool with a page of its own (MCP Apps) is for: without a word for the model and for the page. Pure. */
export function isToolFor(tool: { readonly [key: string]: unknown }, reader: 'model' | 'app'): boolean {
  const ui = Object(Object(tool['_meta'])['ui']) as { readonly visibility?: unknown }
  return !Array.isArray(ui.visibility) || ui.visibility.includes(reader)
}
