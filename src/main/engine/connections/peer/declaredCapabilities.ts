import type { ClientCapabilities } from '@modelcontextprotocol/client'

/** The capabilities that Switchboard declares to every server: everything that some caller may be able to answer. */
export const declaredCapabilities = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
} as const satisfies ClientCapabilities
