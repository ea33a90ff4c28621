/** E2B's addresses and the name of its key. Reads E2B's own variables, for people who host E2B themselves. Pure. */

export interface E2bPlace {
  readonly apiUrl: string
  /** One address for all sandboxes; null if each sandbox has its own hosts. */
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

/** `ofSandbox`: the sandbox's own domain, if it has one. */
export function portUrl({ sandboxUrl, domain }: E2bPlace, id: string, port: number, ofSandbox: string | null): string {
  return sandboxUrl ?? `https://${port}-${id}.${ofSandbox ?? domain}`
}

/** The headers that tell a shared address which sandbox and port a request is for. */
export function portHeaders(id: string, port: number): Record<string, string> {
  return { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': String(port) }
}
