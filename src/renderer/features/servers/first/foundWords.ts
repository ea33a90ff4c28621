/** Arranges the servers found on this machine for display. Pure. */
import type { FoundCandidate } from '#contract/clients/client'
import { type ClientName, clientNames, clientTitles } from '#contract/clients/clientNames'

export interface FoundGroup {
  readonly client: ClientName
  readonly candidates: readonly FoundCandidate[]
}

/** Groups the candidates by the client whose entry would be imported. Entries for Switchboard itself are left out. */
export function foundGroups(candidates: readonly FoundCandidate[]): FoundGroup[] {
  const wanted = candidates.filter(({ standing }) => standing !== 'own')
  return clientNames
    .map((client) => ({ client, candidates: wanted.filter(({ places }) => places[0]?.client === client) }))
    .filter((group) => group.candidates.length > 0)
}

/** The other places that have this server; null: only one place has it. */
export function alsoIn({ places }: FoundCandidate): string | null {
  const [first, ...others] = places
  const texts = others.flatMap(({ client, name }) => {
    if (client === first?.client) return []
    return [name === first?.name ? clientTitles[client] : `${clientTitles[client]} as ${name}`]
  })
  return texts.length === 0 ? null : `Also in ${listed([...new Set(texts)])}`
}

/** The clients that have at least one of these servers. */
export function clientsOf(candidates: readonly FoundCandidate[]): ClientName[] {
  return clientNames.filter((name) => candidates.some(({ places }) => places.some(({ client }) => client === name)))
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
