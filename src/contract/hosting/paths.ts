/**
 * What the HTTP server needs to know about the routes of hosted servers. This file has no schemas, so that the HTTP
 * server starts without building them.
 */

/** The path of a volume's backup, below the REST prefix. */
export const backupPath = '/mcp/volumes/{name}/backup'

/** The path of a call, below the REST prefix. This is the only REST route that clients' tokens can use. */
export const callPath = '/mcp/servers/{id}/call'

export const volumeNamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,254}$/
