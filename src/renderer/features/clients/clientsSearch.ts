/** The search part of the clients page's address: the id of the client to edit. */
export interface ClientsSearch {
  change?: string
}

export function clientsSearch({ change }: Record<string, unknown>): ClientsSearch {
  return typeof change === 'string' && change !== '' ? { change } : {}
}
