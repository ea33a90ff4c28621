/** The form for the settings of a sign-in, and its conversion to the contract's settings. Pure. */
import {
  type RedirectHost,
  type ShownSignIn,
  type SignInChange,
  signInChange,
  type SignInGrant,
  type SignInSecret,
  type SignInSettings,
} from '#contract/servers/signInSettings'

export interface SignInForm {
  readonly grant: SignInGrant
  readonly clientId: string
  readonly scope: string
  readonly resource: string
  readonly redirectHost: RedirectHost
  readonly redirectPort: string
  readonly assumePkce: boolean
  readonly issuerCheck: boolean
  readonly scopeOnRefresh: boolean
  /** The token endpoint of the identity provider. The client ID below is the provider's, too. */
  readonly tokenEndpoint: string
  readonly providerClientId: string
  /** Secrets as typed. Stored secrets stay in the engine. */
  readonly secrets: Readonly<Record<SignInSecret, string>>
  /** The names of stored secrets. A stored secret is used while no other one is typed. */
  readonly kept: readonly SignInSecret[]
}

export type SignInField = Exclude<keyof SignInForm, 'secrets' | 'kept'> | SignInSecret
export type SignInErrors = Partial<Record<SignInField, string>>

const noSecrets: SignInForm['secrets'] = {
  clientSecret: '',
  privateKey: '',
  'identityProvider.clientSecret': '',
  'identityProvider.idToken': '',
}

export function signInForm(shown?: Partial<ShownSignIn>): SignInForm {
  return {
    grant: shown?.grant ?? 'code',
    clientId: shown?.clientId ?? '',
    scope: shown?.scope ?? '',
    resource: shown?.resource ?? '',
    redirectHost: shown?.redirectHost ?? '127.0.0.1',
    redirectPort: shown?.redirectPort === undefined ? '' : String(shown.redirectPort),
    assumePkce: shown?.assumePkce ?? false,
    issuerCheck: shown?.issuerCheck ?? true,
    scopeOnRefresh: shown?.scopeOnRefresh ?? false,
    tokenEndpoint: shown?.identityProvider?.tokenEndpoint ?? '',
    providerClientId: shown?.identityProvider?.clientId ?? '',
    secrets: noSecrets,
    kept: shown?.secretNames ?? [],
  }
}

/** The form filled from pasted text, which contains its secrets. */
export function pastedSignInForm(settings: SignInSettings): SignInForm {
  const { clientSecret = '', privateKey = '', identityProvider, ...shown } = settings
  const {
    clientSecret: providerSecret = '',
    idToken = '',
    ...provider
  } = identityProvider ?? {
    tokenEndpoint: '',
    clientId: '',
  }
  return {
    ...signInForm({ ...shown, ...(identityProvider !== undefined && { identityProvider: provider }) }),
    secrets: {
      clientSecret,
      privateKey,
      'identityProvider.clientSecret': providerSecret,
      'identityProvider.idToken': idToken,
    },
  }
}

function given(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

/** The secret to send; null keeps the stored one. */
function secretOf({ secrets, kept }: SignInForm, name: SignInSecret): string | null | undefined {
  if (secrets[name] !== '') return secrets[name]
  return kept.includes(name) ? null : undefined
}

function withoutAbsent<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** The settings that differ from the defaults and belong to the chosen way to sign in. They are not checked. */
function fieldsOf(form: SignInForm): object {
  const { grant, redirectHost, redirectPort, assumePkce, issuerCheck, scopeOnRefresh } = form
  const isOfPerson = grant === 'code'
  return withoutAbsent({
    grant: isOfPerson ? undefined : grant,
    clientId: given(form.clientId),
    clientSecret: secretOf(form, 'clientSecret'),
    privateKey: grant === 'client-credentials' ? secretOf(form, 'privateKey') : undefined,
    scope: given(form.scope),
    resource: given(form.resource),
    issuerCheck: issuerCheck ? undefined : false,
    ...(isOfPerson && {
      redirectHost: redirectHost === '127.0.0.1' ? undefined : redirectHost,
      redirectPort: redirectPort.trim() === '' ? undefined : Number(redirectPort),
      assumePkce: assumePkce || undefined,
      scopeOnRefresh: scopeOnRefresh || undefined,
    }),
    ...(grant === 'enterprise' && {
      identityProvider: withoutAbsent({
        tokenEndpoint: form.tokenEndpoint.trim(),
        clientId: form.providerClientId.trim(),
        clientSecret: secretOf(form, 'identityProvider.clientSecret'),
        idToken: secretOf(form, 'identityProvider.idToken'),
      }),
    }),
  })
}

/** The checked settings. Undefined: all are defaults, or one is wrong, which `signInErrors` reports. */
export function signInOf(form: SignInForm): SignInChange | undefined {
  const fields = fieldsOf(form)
  return Object.keys(fields).length === 0 ? undefined : signInChange.safeParse(fields).data
}

const fieldOfPath: Readonly<Record<string, SignInField>> = {
  'identityProvider.tokenEndpoint': 'tokenEndpoint',
  'identityProvider.clientId': 'providerClientId',
}

const required = 'Required'

/** Errors for missing settings that the contract does not require, but without which no sign-in is possible. */
function missing(form: SignInForm): SignInErrors {
  const { grant } = form
  const lacks = (name: SignInSecret) => secretOf(form, name) === undefined
  return {
    ...(grant !== 'code' && form.clientId.trim() === '' && { clientId: required }),
    ...(grant === 'client-credentials' &&
      lacks('clientSecret') &&
      lacks('privateKey') && { clientSecret: 'Enter a client secret or a private key.' }),
    ...(grant === 'enterprise' && {
      ...(form.tokenEndpoint.trim() === '' && { tokenEndpoint: required }),
      ...(form.providerClientId.trim() === '' && { providerClientId: required }),
      ...(lacks('identityProvider.idToken') && { 'identityProvider.idToken': required }),
    }),
  }
}

export function signInErrors(form: SignInForm): SignInErrors {
  const errors = missing(form)
  for (const { path, message } of signInChange.safeParse(fieldsOf(form)).error?.issues ?? []) {
    const name = path.join('.')
    errors[fieldOfPath[name] ?? (name as SignInField)] ??=
      name === 'redirectPort' ? 'Enter a port from 1 to 65535.' : message
  }
  return errors
}
