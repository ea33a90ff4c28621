/** Where the contract is served by plain HTTP. */
export const restPrefix = '/api/v1'
