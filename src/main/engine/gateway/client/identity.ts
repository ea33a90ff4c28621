/** How the gateway introduces itself to clients, in both eras. */
export interface Identity {
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string }
  readonly instructions: string
}

export function identity(version: string): Identity {
  return {
    serverInfo: { name: 'switchboard', title: 'Switchboard', version },
    instructions:
      'The tools, prompts and resources of all MCP servers that run in Switchboard. ' +
      '`_meta["switchboard/server"]` of each names the server it belongs to.',
  }
}
