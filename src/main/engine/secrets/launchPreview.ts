/**
 * Shows a launch to a person who has to approve it: exactly, except that a secret of a single word is hidden. A single
 * word cannot conceal anything that changes what is run. Pure.
 */
import { authSchemeOf } from '#engine/secrets/authScheme'
import { shellWord } from '#contract/servers/launchWords'
import { isHiddenValue, isOneWord } from '#contract/secretNames'
import type { Launch, LaunchPreview } from '#contract/servers/server'
import { byReach, hasProcess } from '#contract/servers/transports'
import { isLiteral } from '#engine/secrets/references'
import { signInValues } from '#engine/secrets/signInSecrets'
import { changeSecrets, type PlacedSecret } from '#engine/secrets/secretPlaces'

export const hiddenWord = '***'

export function previewOf(launch: Launch): LaunchPreview {
  const shown = shownForAgreement(launch)
  return byReach<Launch, LaunchPreview>(shown, {
    process: ({ command, args, env, cwd = null }) => {
      const words = command === '' && args.length === 0 ? [] : [command, ...args]
      return { line: words.map(shellWord).join(' '), values: env, cwd }
    },
    address: ({ url, headers, auth }) => ({
      line: shownAddress(url),
      values: { ...headers, ...signInValues(auth) },
      cwd: null,
    }),
    image: ({ image, environment }) => ({ line: shellWord(image), values: environment, cwd: null }),
  })
}

/** Quotes an address if it contains characters that addresses do not have. */
function shownAddress(url: string): string {
  return /^[!-~]*$/.test(url) ? url : shellWord(url)
}

export function shownForAgreement(launch: Launch): Launch {
  const script = hasProcess(launch) ? [launch.command, ...launch.args].join('\n') : ''
  return changeSecrets(launch, (secret) => shownText(secret, script))
}

function shownText({ part, name, text, isWhole, mayRun }: PlacedSecret, script: string): string {
  if (!isLiteral(text) || mayRun) return text
  if (!isWhole) return isOneWord(text) ? hiddenWord : text
  const kept = authSchemeOf(text)
  const secret = text.slice(kept.length)
  // Headers and sign-in secrets are only sent. They run nothing.
  if (part === 'headers' || part === 'auth') return `${kept}${hiddenWord}`
  if (!isHiddenValue(name, secret)) return withoutTokens(text)
  // The script uses this variable, so its value may be run. A word that does not look random is shown: it may be a
  // package's name.
  return isUsedIn(script, name) && !randomWord.test(secret) ? text : `${kept}${hiddenWord}`
}

const randomWord = /^(?=\S*\d)(?=\S*[A-Za-z])[\w+/=.~:-]{16,}$/

/** Whether a script uses a variable: `$NAME`, `${NAME}`, `%NAME%`, `$env:NAME`, `process.env.NAME`, `env["NAME"]`. */
function isUsedIn(script: string, name: string): boolean {
  return ['$', '{', '%', ':', '.', '"', "'"].some((sign) => script.includes(`${sign}${name}`))
}

/** A token inside a longer text, such as a key or a line of a certificate. */
const token = /(?<![\w+/=.~-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])(?=[\w+/=-]*[A-Z])[\w+/=-]{20,}(?![\w+/=.~-])/g
const maxTokenText = 100_000

function withoutTokens(text: string): string {
  return text.length > maxTokenText ? text : text.replace(token, hiddenWord)
}
