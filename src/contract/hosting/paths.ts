/**
 * What the HTTP server itself needs to know about the routes of hosted servers. Separate from the schemas, so that a
 * start does not build them.
 */

/** The path of a backup, below the prefix of REST. */
export const backupPath = '/mcp/volumes/{name}/backup'

/** The path of a call, below the prefix of REST: the only route that is open to clients' tokens. */
export const callPath = '/mcp/servers/{id}/call'

export const volumeNamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,254}$/
