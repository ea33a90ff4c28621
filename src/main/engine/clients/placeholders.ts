/**
 * Replaces secret values with `${NAME}` in launches that are exported. Each value gets one name throughout. Pure,
 * except for the names that it has assigned.
 */
import type { Launch } from '#contract/servers/server'
import { secretNameOf } from '#engine/clients/notation'
import { authSchemeOf } from '#engine/secrets/authScheme'
import { isLiteral, referencesIn } from '#engine/secrets/references'
import { changeSecrets } from '#engine/secrets/secretPlaces'

export class Placeholders {
  /** Values by name. Null for a name that was already a reference. */
  readonly #values = new Map<string, string | null>()

  /** Names that references already use are not assigned to other values. */
  constructor(launches: readonly Launch[]) {
    for (const launch of launches)
      for (const { source, name } of referencesIn(launch)) if (source === 'vault') this.#values.set(name, null)
  }

  names(): string[] {
    return [...this.#values.keys()].sort()
  }

  in<L extends Launch>(launch: L): L {
    return changeSecrets(launch, ({ name, text }) => this.#hide(text, name))
  }

  #hide(value: string, name: string): string {
    if (!isLiteral(value)) return value
    const kept = authSchemeOf(value)
    return `${kept}${this.#reference(value.slice(kept.length), name)}`
  }

  #reference(value: string, wanted: string): string {
    const base = secretNameOf(wanted).replace(/[.-]/g, '_').toUpperCase()
    let name = base
    for (let number = 2; this.#values.has(name) && this.#values.get(name) !== value; number += 1)
      name = `${base}_${number}`
    this.#values.set(name, value)
    return `\${${name}}`
  }
}
