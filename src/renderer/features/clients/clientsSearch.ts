/** What the address of the clients page says: the id of a client that is to be changed. */
export interface ClientsSearch {
  change?: string
}

export function clientsSearch({ change }: Record<string, unknown>): ClientsSearch {
  return typeof change === 'string' && change !== '' ? { change } : {}
}
