/** The options of `add` for a remote server's sign-in. */
import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { messageOf } from '#contract/errors'
import type { SignInGrant, SignInSettings } from '#contract/servers/signInSettings'
import { UsageError } from '#main/cli/failure'
import type { Terminal } from '#main/cli/terminal'

export interface SignInOptions {
  readonly clientId?: string
  readonly clientSecretEnv?: string
  readonly privateKey?: string
  readonly scope?: string
  readonly grant?: SignInGrant
  readonly redirectHost?: '127.0.0.1' | 'localhost'
  readonly redirectPort?: number
}

export function withSignInOptions(command: Command): Command {
  return command
    .option('--client-id <id>', 'sign-in: the client id that its issuer gave you (default: registered automatically)')
    .option('--client-secret-env <NAME>', 'sign-in: the environment variable that holds the client secret')
    .option('--private-key <file>', 'sign-in: the private key of a client that signs its requests, as PEM')
    .option('--scope <scopes>', 'sign-in: the scopes to request, instead of those that the server names')
    .addOption(
      new Option('--grant <grant>', 'sign-in: by a person, or by this machine').choices(['code', 'client-credentials']),
    )
    .addOption(
      new Option('--redirect-host <host>', 'sign-in: the host of the address to which the browser returns').choices([
        '127.0.0.1',
        'localhost',
      ]),
    )
    .option('--redirect-port <port>', 'sign-in: the port of the address to which the browser returns', parsePort)
}

function parsePort(word: string): number {
  const port = Number(word)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidArgumentError('The port must be a number from 1 to 65535.')
  return port
}

/** The settings that the options give; null if none of them is given. */
export async function signInSettingsOf(
  options: SignInOptions,
  environment: Terminal['environment'],
): Promise<SignInSettings | null> {
  const { clientId, clientSecretEnv, privateKey, scope, grant, redirectHost, redirectPort } = options
  const settings: SignInSettings = {
    ...(grant !== undefined && { grant }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecretEnv !== undefined && { clientSecret: secretOf(clientSecretEnv, environment) }),
    ...(privateKey !== undefined && { privateKey: await keyIn(privateKey) }),
    ...(scope !== undefined && { scope }),
    ...(redirectHost !== undefined && { redirectHost }),
    ...(redirectPort !== undefined && { redirectPort }),
  }
  return Object.keys(settings).length === 0 ? null : settings
}

function secretOf(name: string, environment: Terminal['environment']): string {
  const value = environment[name] ?? ''
  if (value === '') throw new UsageError(`--client-secret-env: the variable ${name} is not set.`)
  return literally(value)
}

async function keyIn(file: string): Promise<string> {
  try {
    return literally(await readFile(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`--private-key: the file cannot be read: ${messageOf(error)}`)
  }
}

/** Escapes `${`, which begins a reference in settings. */
function literally(value: string): string {
  return value.replaceAll('${', () => '$${')
}
