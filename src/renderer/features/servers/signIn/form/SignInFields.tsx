/** Settings for a sign-in where discovery is not enough. Each setting says when it is needed. */
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { RedirectHost, SignInGrant, SignInSecret } from '#contract/servers/signInSettings'
import { grantTitles, secretTitles } from '#renderer/features/servers/signIn/form/settingWords.ts'
import type { SignInErrors, SignInForm } from '#renderer/features/servers/signIn/form/signInForm.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'
import { ChoiceField } from '#renderer/ui/form/ChoiceField.tsx'
import { Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'
import { TextField } from '#renderer/ui/form/TextField.tsx'

const hostTitles = { '127.0.0.1': '127.0.0.1', localhost: 'localhost' } as const satisfies Record<RedirectHost, string>

export interface SignInFieldsProps {
  form: SignInForm
  errors: SignInErrors
  onChange: (form: SignInForm) => void
  /** Whether the client ID gets the focus first. */
  startsAtClientId?: boolean
}

interface SecretProps extends SignInFieldsProps {
  name: SignInSecret
  hint: string
  /** Whether the text may have several lines. */
  long?: boolean
}

/** A stored secret is never shown again: a person replaces or removes it. */
function SecretField({ form, errors, onChange, name, hint, long = false }: SecretProps) {
  const label = secretTitles[name]
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isKept = form.kept.includes(name)
  const type = (value: string) => onChange({ ...form, secrets: { ...form.secrets, [name]: value } })
  return (
    <Field label={label} hint={hint} error={errors[name]}>
      {(control) => {
        const shared = {
          ...control,
          ref: box,
          className: 'flex-1 font-mono text-sm',
          placeholder: isKept ? 'Unchanged' : '',
          value: form.secrets[name],
        }
        return (
          <span className="flex items-center gap-1">
            {long ? (
              <TextArea {...shared} rows={2} onChange={(event) => type(event.target.value)} />
            ) : (
              <TextBox
                {...shared}
                type="password"
                autoComplete="new-password"
                onChange={(event) => type(event.target.value)}
              />
            )}
            {isKept && (
              <IconButton
                label={`Remove the stored ${label.toLowerCase()}`}
                icon={<X aria-hidden="true" />}
                onClick={() => {
                  onChange({ ...form, kept: form.kept.filter((one) => one !== name) })
                  box.current?.focus()
                }}
              />
            )}
          </span>
        )
      }}
    </Field>
  )
}

interface OverrideProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

function Override({ label, hint, checked, onChange }: OverrideProps) {
  return (
    <div className="flex items-start gap-2">
      <Checkbox label={label} checked={checked} onCheckedChange={onChange} />
      <p className="text-sm">
        {label}
        <span className="block text-xs text-muted">{hint}</span>
      </p>
    </div>
  )
}

export function SignInFields(props: SignInFieldsProps) {
  const { form, errors, onChange, startsAtClientId = false } = props
  const change = (part: Partial<SignInForm>) => onChange({ ...form, ...part })
  const isOfPerson = form.grant === 'code'
  return (
    <div className="flex flex-col gap-4 pt-3" data-sign-in-fields="">
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField<SignInGrant>
          label="Who signs in"
          value={form.grant}
          options={titledOptions(grantTitles)}
          onValue={(grant) => change({ grant })}
        />
        <TextField
          label="Scope"
          hint="Needed if the scopes that the server asks for are wrong. Separated by spaces."
          error={errors.scope}
          value={form.scope}
          onValue={(scope) => change({ scope })}
        />
        <Field
          label="Client ID"
          hint={
            isOfPerson
              ? 'Needed if the issuer does not register clients automatically.'
              : 'As registered at the issuer.'
          }
          error={errors.clientId}
        >
          {(control) => (
            <TextBox
              {...control}
              ref={startsAtClientId ? takeFocus : undefined}
              value={form.clientId}
              onChange={(event) => change({ clientId: event.target.value })}
            />
          )}
        </Field>
        <SecretField {...props} name="clientSecret" hint="Needed if the issuer gave one with the client ID." />
        {form.grant === 'client-credentials' && (
          <SecretField {...props} long name="privateKey" hint="As PEM text, in place of a client secret." />
        )}
        {form.grant === 'enterprise' && <ProviderFields {...props} />}
        {isOfPerson && (
          <>
            <ChoiceField
              label="Redirect host"
              hint="Choose localhost if the issuer refuses 127.0.0.1, as Salesforce does."
              value={form.redirectHost}
              options={titledOptions(hostTitles)}
              onValue={(redirectHost) => change({ redirectHost })}
            />
            <TextField
              label="Redirect port"
              hint="Needed if the client was registered with a fixed port."
              error={errors.redirectPort}
              inputMode="numeric"
              value={form.redirectPort}
              onValue={(redirectPort) => change({ redirectPort })}
            />
          </>
        )}
        <TextField
          label="Resource"
          hint="Needed if the issuer wants a value other than the server’s. Enter “omit” to send none."
          error={errors.resource}
          value={form.resource}
          onValue={(resource) => change({ resource })}
        />
      </div>
      {isOfPerson && (
        <Override
          label="Assume PKCE"
          hint="Needed if the issuer supports PKCE but does not say so, as with Entra and Cognito."
          checked={form.assumePkce}
          onChange={(assumePkce) => change({ assumePkce })}
        />
      )}
      <Override
        label="Accept another issuer name"
        hint="Needed if the issuer uses a name that differs from its address."
        checked={!form.issuerCheck}
        onChange={(accepts) => change({ issuerCheck: !accepts })}
      />
      {isOfPerson && (
        <Override
          label="Send scopes with each refresh"
          hint="Needed if the issuer refuses a refresh without them, as Entra does."
          checked={form.scopeOnRefresh}
          onChange={(scopeOnRefresh) => change({ scopeOnRefresh })}
        />
      )}
    </div>
  )
}

function ProviderFields(props: SignInFieldsProps) {
  const { form, errors, onChange } = props
  return (
    <>
      <TextField
        label="Token endpoint of the identity provider"
        error={errors.tokenEndpoint}
        value={form.tokenEndpoint}
        onValue={(tokenEndpoint) => onChange({ ...form, tokenEndpoint })}
      />
      <TextField
        label="Client ID at the identity provider"
        error={errors.providerClientId}
        value={form.providerClientId}
        onValue={(providerClientId) => onChange({ ...form, providerClientId })}
      />
      <SecretField {...props} name="identityProvider.clientSecret" hint="Needed if the provider gave one." />
      <SecretField
        {...props}
        name="identityProvider.idToken"
        hint="The ID token of the person who signs in, usually a secret written as ${NAME}."
      />
    </>
  )
}
