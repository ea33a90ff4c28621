/**
 * Takes the values of secrets out of launches that are going to be written down for others: `${NAME}` stands there
 * instead. One value has one name throughout. Pure, but for the names it has given.
 */
import type { Launch } from '#contract/server'
import { secretNameOf } from '#engine/clients/notation'
import { secretNamePattern } from '#engine/secrets/redaction'
import { isLiteral, referencesIn, withNamedValues } from '#engine/secrets/references'

/** `Bearer x`: the scheme is no secret. */
const scheme = /^(?:Bearer|Basic|Token|ApiKey) +/i
const flag = /^--?([A-Za-z][\w-]*)=(.+)$/s
const flagAlone = /^--?([A-Za-z][\w-]*)$/
const address = /[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi

export class Placeholders {
  /** Value by name; null for a name that was a reference before. */
  readonly #values = new Map<string, string | null>()

  /** The names that references have already are not given to anything else. */
  constructor(launches: readonly Launch[]) {
    for (const launch of launches)
      for (const { source, name } of referencesIn(launch)) if (source === 'vault') this.#values.set(name, null)
  }

  names(): string[] {
    return [...this.#values.keys()].sort()
  }

  in(launch: Launch): Launch {
    const named = withNamedValues(launch, ({ name, value }) =>
      secretNamePattern.test(name) ? this.#hide(value, name) : this.#hideInAddresses(value, name),
    )
    if (named.transport !== 'stdio') return { ...named, url: this.#hideInAddresses(named.url, 'URL') }
    return { ...named, args: this.#hideInArguments(named.args) }
  }

  #hideInArguments(args: readonly string[]): string[] {
    return args.map((arg, place) => {
      const [, name, value] = flag.exec(arg) ?? []
      if (name !== undefined && value !== undefined && secretNamePattern.test(name))
        return `${arg.slice(0, arg.length - value.length)}${this.#hide(value, name)}`
      const before = flagAlone.exec(args[place - 1] ?? '')?.[1]
      if (before !== undefined && secretNamePattern.test(before) && !arg.startsWith('-')) return this.#hide(arg, before)
      return this.#hideInAddresses(arg, 'URL')
    })
  }

  #hide(value: string, name: string): string {
    if (value.trim() === '' || !isLiteral(value)) return value
    const kept = scheme.exec(value)?.[0] ?? ''
    return `${kept}${this.#reference(value.slice(kept.length), name)}`
  }

  /** A password before the host, and keys in the query. */
  #hideInAddresses(text: string, name: string): string {
    return text.replace(address, (url) =>
      url
        .replace(
          /^([^/]*\/\/[^/@:]*:)([^/@]+)(?=@)/,
          (_whole, before: string, password: string) => `${before}${this.#hide(password, `${name}_PASSWORD`)}`,
        )
        .replace(/([?&])([^=&#]*)=([^&#]+)/g, (whole, before: string, key: string, value: string) =>
          secretNamePattern.test(key) ? `${before}${key}=${this.#hide(value, key)}` : whole,
        ),
    )
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
