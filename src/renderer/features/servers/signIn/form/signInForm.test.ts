import { describe, expect, test } from 'vitest'
import {
  pastedSignInForm,
  signInErrors,
  type SignInForm,
  signInForm,
  signInOf,
} from '#renderer/features/servers/signIn/form/signInForm.ts'

const usual = signInForm()

function secrets(typed: Partial<SignInForm['secrets']>): Pick<SignInForm, 'secrets'> {
  return { secrets: { ...usual.secrets, ...typed } }
}

describe('the settings of a sign-in', () => {
  test('are absent if all are defaults: the server is added without any', () => {
    expect(signInOf(usual)).toBeUndefined()
    expect(signInErrors(usual)).toEqual({})
  })

  test('contain what was entered, each as the contract names it', () => {
    const form: SignInForm = {
      ...usual,
      clientId: ' switchboard ',
      scope: 'read write',
      resource: 'omit',
      redirectHost: 'localhost',
      redirectPort: '4180',
      assumePkce: true,
      issuerCheck: false,
      scopeOnRefresh: true,
      ...secrets({ clientSecret: ' with spaces ' }),
    }
    expect(signInOf(form)).toEqual({
      clientId: 'switchboard',
      clientSecret: ' with spaces ',
      scope: 'read write',
      resource: 'omit',
      redirectHost: 'localhost',
      redirectPort: 4180,
      assumePkce: true,
      issuerCheck: false,
      scopeOnRefresh: true,
    })
  })

  test('keep a stored secret while nothing is typed, replace it by what is typed, and drop it once it is removed', () => {
    const shown = signInForm({ clientId: 'switchboard', secretNames: ['clientSecret'] })
    expect(signInOf(shown)).toEqual({ clientId: 'switchboard', clientSecret: null })
    expect(signInOf({ ...shown, ...secrets({ clientSecret: 'new' }) })).toMatchObject({ clientSecret: 'new' })
    expect(signInOf({ ...shown, kept: [] })).toEqual({ clientId: 'switchboard' })
  })

  test('contain nothing that belongs to another way to sign in', () => {
    const form: SignInForm = {
      ...usual,
      grant: 'client-credentials',
      clientId: 'machine',
      redirectPort: '4180',
      assumePkce: true,
      scopeOnRefresh: true,
      ...secrets({ privateKey: 'PEM', 'identityProvider.idToken': 'token' }),
    }
    const asMachine = { grant: 'client-credentials', clientId: 'machine', privateKey: 'PEM' }
    expect(signInOf(form)).toEqual(asMachine)
    expect(signInOf({ ...form, grant: 'code' })).not.toHaveProperty('privateKey')
  })

  test('of an organisation name its identity provider', () => {
    const form: SignInForm = {
      ...usual,
      grant: 'enterprise',
      clientId: 'at the issuer',
      tokenEndpoint: 'https://idp.example/token',
      providerClientId: 'at the provider',
      ...secrets({ 'identityProvider.idToken': '${ID_TOKEN}' }),
    }
    expect(signInOf(form)).toEqual({
      grant: 'enterprise',
      clientId: 'at the issuer',
      identityProvider: {
        tokenEndpoint: 'https://idp.example/token',
        clientId: 'at the provider',
        idToken: '${ID_TOKEN}',
      },
    })
    expect(signInErrors(form)).toEqual({})
  })

  test('come back from pasted text with their secrets', () => {
    const settings = {
      grant: 'enterprise' as const,
      clientId: 'one',
      clientSecret: 'two',
      identityProvider: { tokenEndpoint: 'https://idp.example/token', clientId: 'three', idToken: 'four' },
    }
    expect(signInOf(pastedSignInForm(settings))).toEqual(settings)
  })
})

describe('a mistake is reported at its field', () => {
  test.each(['0', '70000', '1.5', 'here'])('a redirect port of %s', (redirectPort) => {
    expect(signInErrors({ ...usual, redirectPort })).toEqual({ redirectPort: 'Enter a port from 1 to 65535.' })
  })

  test('client credentials without a client, or without anything secret', () => {
    const form: SignInForm = { ...usual, grant: 'client-credentials' }
    expect(signInErrors(form)).toEqual({
      clientId: 'Required',
      clientSecret: 'Enter a client secret or a private key.',
    })
    const stored: SignInForm = { ...form, clientId: 'machine', kept: ['privateKey'] }
    expect(signInErrors(stored)).toEqual({})
  })

  test('an identity provider about which nothing is entered', () => {
    expect(signInErrors({ ...usual, grant: 'enterprise' })).toEqual({
      clientId: 'Required',
      tokenEndpoint: 'Required',
      providerClientId: 'Required',
      'identityProvider.idToken': 'Required',
    })
  })
})
