/** A harmless server with a tool of every kind. */
export const sampleCommand = 'npx -y @modelcontextprotocol/server-everything'
