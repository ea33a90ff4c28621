/** What an installation would do to the secrets of one server, each by its name alone. Pure. */
import type { SecretChange } from '#contract/product'
import type { Launch } from '#contract/servers/server'
import type { KeptLaunch } from '#engine/secrets/receivedSecrets'
import { secretsOf } from '#engine/secrets/secretPlaces'

export function secretChanges(before: Launch | null, { launch, newValues }: KeptLaunch): SecretChange[] {
  // By name, not by place: another argument before it moves an option on.
  const left = before === null ? [] : [...secretsOf(before)]
  const changes = secretsOf(launch).map(({ place, name, text }): SecretChange => {
    const index = left.findIndex((secret) => secret.name === name)
    const [old] = index === -1 ? [] : left.splice(index, 1)
    if (old === undefined) return { name, action: 'add' }
    return { name, action: old.text === text && !newValues.has(place) ? 'keep' : 'update' }
  })
  return [...changes, ...left.map(({ name }): SecretChange => ({ name, action: 'remove' }))]
}
