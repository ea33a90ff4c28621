/** Replaces, keeps and leaves out the secrets among a sign-in's settings. Pure. */
import { AppError } from '#contract/errors'
import type { LaunchPreview } from '#contract/servers/server'
import type { ShownSignIn, SignInChange, SignInSecret, SignInSettings } from '#contract/servers/signInSettings'

export function withSignInSecrets(
  settings: SignInSettings,
  valueOf: (name: SignInSecret, text: string) => string,
): SignInSettings {
  const { clientSecret, privateKey, identityProvider } = settings
  return {
    ...settings,
    ...(clientSecret !== undefined && { clientSecret: valueOf('clientSecret', clientSecret) }),
    ...(privateKey !== undefined && { privateKey: valueOf('privateKey', privateKey) }),
    ...(identityProvider !== undefined && {
      identityProvider: {
        ...identityProvider,
        ...(identityProvider.clientSecret !== undefined && {
          clientSecret: valueOf('identityProvider.clientSecret', identityProvider.clientSecret),
        }),
        idToken: valueOf('identityProvider.idToken', identityProvider.idToken),
      },
    }),
  }
}

export function shownSignInOf(settings: SignInSettings): ShownSignIn {
  const secretNames: SignInSecret[] = []
  withSignInSecrets(settings, (name, text) => {
    secretNames.push(name)
    return text
  })
  const { clientSecret: _secret, privateKey: _key, identityProvider, ...open } = settings
  if (identityProvider === undefined) return { ...open, secretNames }
  const { tokenEndpoint, clientId } = identityProvider
  return { ...open, identityProvider: { tokenEndpoint, clientId }, secretNames }
}

/**
 * A sign-in's settings for a person who approves the launch. The names contain a colon, so that they cannot be taken
 * for headers.
 */
export function signInValues(settings: SignInSettings | undefined): LaunchPreview['values'] {
  const { identityProvider = {}, ...own } = settings ?? {}
  const named = (inside: string, values: object) =>
    Object.entries(values).map(([name, value]) => [`auth:${inside}${name}`, String(value)] as const)
  return Object.fromEntries([...named('', own), ...named('identityProvider.', identityProvider)])
}

/**
 * The wanted settings, with the former values of secrets that stay the same: the author of the change never saw them.
 */
export function keptSignIn(change: SignInChange, before: SignInSettings | undefined): SignInSettings {
  const { clientSecret, privateKey, identityProvider, ...open } = change
  const old = before?.identityProvider
  return {
    ...open,
    ...kept('clientSecret', clientSecret, before?.clientSecret),
    ...kept('privateKey', privateKey, before?.privateKey),
    ...(identityProvider !== undefined && {
      identityProvider: {
        tokenEndpoint: identityProvider.tokenEndpoint,
        clientId: identityProvider.clientId,
        ...kept('clientSecret', identityProvider.clientSecret, old?.clientSecret, 'identityProvider.'),
        idToken: keptValue('identityProvider.idToken', identityProvider.idToken, old?.idToken),
      },
    }),
  }
}

function kept<Name extends string>(
  name: Name,
  given: string | null | undefined,
  before: string | undefined,
  inside = '',
): { readonly [N in Name]?: string } {
  if (given === undefined) return {}
  return { [name]: keptValue(`${inside}${name}`, given, before) } as { readonly [N in Name]?: string }
}

function keptValue(name: string, given: string | null, before: string | undefined): string {
  const value = given ?? before
  if (value === undefined)
    throw new AppError('INVALID_INPUT', `launch.auth.${name}: there is no stored value to keep, so enter one`)
  return value
}
