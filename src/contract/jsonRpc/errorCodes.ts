/** The error codes that JSON-RPC itself defines. */
export const parseError = -32700
export const invalidRequest = -32600
export const methodNotFound = -32601
export const invalidParams = -32602
export const internalError = -32603
