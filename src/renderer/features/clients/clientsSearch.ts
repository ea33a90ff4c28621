/** The id of the client to edit, in the address of the clients page. */
export interface ClientsSearch {
  change?: string
}

export function clientsSearch({ change }: Record<string, unknown>): ClientsSearch {
  return typeof change === 'string' && change !== '' ? { change } : {}
}
