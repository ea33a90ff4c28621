/** The address and the key of E2B. Its own variable names are read, for people who host E2B themselves. Pure. */

export interface E2bPlace {
  readonly apiUrl: string
  /** The address of all sandboxes; null: each has its own hosts. */
  readonly sandboxUrl: string | null
  readonly domain: string
}

export const keyName = 'E2B_API_KEY'

export function e2bPlace(environment: Readonly<Record<string, string | undefined>>): E2bPlace {
  const domain = environment['E2B_DOMAIN'] || 'e2b.app'
  return {
    apiUrl: (environment['E2B_API_URL'] || `https://api.${domain}`).replace(/\/$/, ''),
    sandboxUrl: environment['E2B_SANDBOX_URL']?.replace(/\/$/, '') || null,
    domain,
  }
}

/** `ofSandbox`: the sandbox's own domain, if it differs. */
export function portUrl({ sandboxUrl, domain }: E2bPlace, id: string, port: number, ofSandbox: string | null): string {
  return sandboxUrl ?? `https://${port}-${id}.${ofSandbox ?? domain}`
}

/** A shared address finds the sandbox and its port by these headers. */
export function portHeaders(id: string, port: number): Record<string, string> {
  return { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': String(port) }
}
