/** The endpoint of a model source, or why it cannot be used. Pure. */
import type { ModelSourceSnapshot } from '#contract/chat/model'
import type { Endpoint } from '#engine/chat/models/dialects'
import type { KeptKey } from '#engine/chat/models/keptKey'
import { readModelAddress } from '#engine/chat/models/modelAddress'
import { anthropicUrl, sourceFacts } from '#engine/chat/models/sourceFacts'

export interface EndpointChoice extends Pick<Endpoint, 'kind'> {
  /** The address. Null: the environment's address or, if there is none, Anthropic's. */
  readonly baseUrl: string | null
  readonly allowPlain: boolean
}

export interface EndpointEnvironment {
  readonly key: string | null
  readonly url: string | null
}

export interface ResolvedEndpoint {
  readonly address: string
  readonly keyFrom: ModelSourceSnapshot['keyFrom']
  readonly found: { readonly endpoint: Endpoint } | { readonly problem: string }
}

export function endpointEnvironment(environment: Readonly<Record<string, string | undefined>>): EndpointEnvironment {
  return { key: environment['ANTHROPIC_API_KEY'] || null, url: environment['ANTHROPIC_BASE_URL'] || null }
}

export function addressOf({ baseUrl }: Pick<EndpointChoice, 'baseUrl'>, environment: EndpointEnvironment): string {
  return baseUrl ?? environment.url ?? anthropicUrl
}

/** The address for which this choice's key is stored. Throws if the address is not a valid URL. */
export function keyAddress(choice: EndpointChoice, environment: EndpointEnvironment): string {
  return sourceFacts[choice.kind].url ?? new URL(addressOf(choice, environment)).origin
}

export function resolveEndpoint(
  choice: EndpointChoice,
  held: Pick<KeptKey, 'key' | 'headers'> | null,
  environment: EndpointEnvironment,
): ResolvedEndpoint {
  const { takesEnvironmentKey, withoutKey } = sourceFacts[choice.kind]
  const address = addressOf(choice, environment)
  const verdict = readModelAddress(address, choice.allowPlain)
  if ('problem' in verdict) return { address, keyFrom: null, found: verdict }
  const own = held?.key ?? null
  const key = own ?? (takesEnvironmentKey ? environment.key : null)
  const keyFrom = own !== null ? 'vault' : key === null ? null : 'environment'
  if (withoutKey !== null && key === null) return { address, keyFrom, found: { problem: withoutKey } }
  const endpoint = { kind: choice.kind, baseUrl: verdict.url, key, headers: held?.headers ?? {} }
  return { address, keyFrom, found: { endpoint } }
}
