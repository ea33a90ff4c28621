/** The configured settings of a sign-in, in words. Pure. */
import type { ShownSignIn, SignInGrant, SignInSecret } from '#contract/servers/signInSettings'

export const grantTitles = {
  code: 'A person, in the browser',
  'client-credentials': 'This machine, with client credentials',
  enterprise: 'An identity provider of your organisation',
} as const satisfies Record<SignInGrant, string>

export const secretTitles = {
  clientSecret: 'Client secret',
  privateKey: 'Private key',
  'identityProvider.clientSecret': 'Client secret at the identity provider',
  'identityProvider.idToken': 'ID token',
} as const satisfies Record<SignInSecret, string>

export interface SettingLine {
  readonly title: string
  readonly text: string
}

/** A line for each setting; null: the line is left out. A setting without an entry does not compile. */
const lines: Readonly<Record<keyof ShownSignIn, (auth: ShownSignIn) => SettingLine | null>> = {
  grant: ({ grant }) => line('Who signs in', grant === undefined ? null : grantTitles[grant]),
  clientId: ({ clientId }) => line('Client ID', clientId),
  secretNames: ({ secretNames }) =>
    line('Stored', secretNames.length === 0 ? null : secretNames.map((name) => secretTitles[name]).join(', ')),
  scope: ({ scope }) => line('Scope', scope),
  redirectHost: ({ redirectHost }) => line('Redirect host', redirectHost),
  redirectPort: ({ redirectPort }) => line('Redirect port', redirectPort === undefined ? null : String(redirectPort)),
  resource: ({ resource }) => line('Resource', resource === 'omit' ? 'Not sent' : resource),
  assumePkce: ({ assumePkce }) => line('PKCE', assumePkce === true ? 'Assumed' : null),
  issuerCheck: ({ issuerCheck }) => line('Issuer name', issuerCheck === false ? 'May differ from its address' : null),
  scopeOnRefresh: ({ scopeOnRefresh }) => line('Refresh', scopeOnRefresh === true ? 'Sends the scopes' : null),
  identityProvider: ({ identityProvider }) => line('Identity provider', identityProvider?.tokenEndpoint),
}

function line(title: string, text: string | null | undefined): SettingLine | null {
  return text === null || text === undefined ? null : { title, text }
}

export function settingLines(auth: ShownSignIn): readonly SettingLine[] {
  return Object.values(lines).flatMap((of) => of(auth) ?? [])
}
