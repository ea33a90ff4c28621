/** Lists what an installation does to one server's secrets, by name only. Pure. */
import type { SecretChange } from '#contract/product'
import type { Launch } from '#contract/servers/server'
import type { KeptLaunch } from '#engine/secrets/receivedSecrets'
import { secretsOf } from '#engine/secrets/secretPlaces'

export function secretChanges(before: Launch | null, { launch, newValues }: KeptLaunch): SecretChange[] {
  // Compares by name instead of path, because another argument before an option shifts its path.
  const left = before === null ? [] : [...secretsOf(before)]
  const changes = secretsOf(launch).map(({ place, name, text }): SecretChange => {
    const index = left.findIndex((secret) => secret.name === name)
    const [old] = index === -1 ? [] : left.splice(index, 1)
    if (old === undefined) return { name, action: 'add' }
    return { name, action: old.text === text && !newValues.has(place) ? 'keep' : 'update' }
  })
  return [...changes, ...left.map(({ name }): SecretChange => ({ name, action: 'remove' }))]
}
