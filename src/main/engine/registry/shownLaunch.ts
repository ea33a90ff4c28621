/** What of a launch may leave the engine, or be kept where its values must not be: names, and addresses without secrets. */
import type { Launch, LaunchSnapshot } from '#contract/server'
import { secretNamePattern } from '#engine/secrets/redaction'

export function shownLaunch(launch: Launch): LaunchSnapshot {
  if (launch.transport !== 'stdio')
    return { transport: launch.transport, url: shownUrl(launch.url), headerNames: Object.keys(launch.headers) }
  const { transport, command, args, env, cwd = null } = launch
  return { transport, command, args, envNames: Object.keys(env), cwd }
}

export function withoutValues(launch: Launch): Launch {
  return launch.transport === 'stdio' ? { ...launch, env: {} } : { ...launch, url: shownUrl(launch.url), headers: {} }
}

/** The values in a launch that are secrets by their names. */
export function secretsIn(launch: Launch): string[] {
  if (launch.transport === 'stdio') return valuesOfSecretNames(Object.entries(launch.env))
  const url = parsed(launch.url)
  const inUrl = url === null ? [] : [decoded(url.password), ...valuesOfSecretNames([...url.searchParams])]
  const inHeaders = valuesOfSecretNames(Object.entries(launch.headers))
  // A scheme such as "Bearer" stands before the secret itself.
  return [...inUrl, ...inHeaders, ...inHeaders.map((value) => value.replace(/^\S+ +/, ''))]
}

const hidden = '***'

/** Text that cannot be read as an address holds a `${NAME}` where that matters: nothing is written out in it. */
export function shownUrl(text: string): string {
  const url = parsed(text)
  if (url === null) return text
  let shown = text
  if (url.password !== '') shown = shown.replace(/^([^/]*\/\/[^/@]*?:)[^/@]*@/, `$1${hidden}@`)
  return shown.replace(/([?&])([^=&#]*)=([^&#]*)/g, (whole, before: string, name: string, value: string) =>
    value !== '' && !value.startsWith('${') && secretNamePattern.test(decoded(name))
      ? `${before}${name}=${hidden}`
      : whole,
  )
}

function valuesOfSecretNames(entries: readonly (readonly [string, string])[]): string[] {
  return entries.filter(([name]) => secretNamePattern.test(name)).map(([, value]) => value)
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
