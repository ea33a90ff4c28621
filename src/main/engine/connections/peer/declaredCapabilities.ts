import type { ClientCapabilities } from '@modelcontextprotocol/client'

/** What Switchboard declares to every server: the union of what its callers may be able to answer. */
export const declaredCapabilities = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
} as const satisfies ClientCapabilities
